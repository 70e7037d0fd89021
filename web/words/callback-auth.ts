// Words of how callbacks say who sends them, as the portal and the console have them in common.
const en = {
  auth: "How we prove who we are, beside the signature",
  auths: {
    none: "Signature alone",
    apikey: "Header apikey",
    bearer: "Bearer token",
    basic: "User and password",
    body: "Field api_key in the body",
  },
  secret: "Secret",
  username: "User",
  password: "Password",
  again: "It is never shown again; whoever changes anything here gives it anew.",
};

const vi: typeof en = {
  auth: "Cách chúng tôi xác thực, ngoài chữ ký",
  auths: {
    none: "Chỉ chữ ký",
    apikey: "Header apikey",
    bearer: "Bearer token",
    basic: "Tên đăng nhập và mật khẩu",
    body: "Trường api_key trong nội dung",
  },
  secret: "Khóa bí mật",
  username: "Tên đăng nhập",
  password: "Mật khẩu",
  again: "Không bao giờ hiển thị lại; muốn thay đổi thì nhập lại.",
};

export const callbackAuthWords = { en, vi };
