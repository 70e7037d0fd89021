// Words of how callbacks say who sends them, as the portal and the console have them in common.
import { inBoth } from "./both.ts";

export const callbackAuthWords = inBoth({
  auth: ["How we prove who we are, beside the signature", "Cách chúng tôi xác thực, ngoài chữ ký"],
  auths: {
    none: ["Signature alone", "Chỉ chữ ký"],
    apikey: ["Header apikey", "Header apikey"],
    bearer: ["Bearer token", "Bearer token"],
    basic: ["User and password", "Tên đăng nhập và mật khẩu"],
    body: ["Field api_key in the body", "Trường api_key trong nội dung"],
  },
  secret: ["Secret", "Khóa bí mật"],
  username: ["User", "Tên đăng nhập"],
  password: ["Password", "Mật khẩu"],
  again: [
    "It is never shown again; whoever changes anything here gives it anew.",
    "Không bao giờ hiển thị lại; muốn thay đổi thì nhập lại.",
  ],
});
