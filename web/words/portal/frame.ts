// The portal's frame and its sign-in.
import { type Both, inBoth } from "../both.ts";

export const portalWords = inBoth({
  title: ["Partner portal", "Cổng đối tác"],
  orders: ["Orders", "Đơn hàng"],
  newOrder: ["New order", "Tạo đơn"],
  figures: ["Figures", "Số liệu"],
  money: ["Money", "Tiền"],
  callbacks: ["Callbacks", "Callback"],
  accounts: ["Accounts", "Tài khoản"],
  members: ["Members", "Thành viên"],
  keys: ["API keys", "Khóa API"],
  docs: ["API reference", "Tài liệu API"],
  childOf: (parent: string) => [`Child account of ${parent}`, `Tài khoản con của ${parent}`],
  missingTitle: ["There is no such page", "Không có trang này"],
  missingText: ["The address may be mistyped.", "Địa chỉ có thể bị gõ sai."],
  toOrders: ["To the orders", "Về danh sách đơn"],
  signInTitle: ["Sign in to the partner portal", "Đăng nhập cổng đối tác"],
  signInText: [
    "With your API key and the phone number of an account. Your programs' tokens keep working.",
    "Dùng API key và số điện thoại của một tài khoản. Token của chương trình bạn vẫn hoạt động.",
  ],
  signInByEmailText: [
    "With your e-mail and password, if somebody of your company has invited you.",
    "Dùng email và mật khẩu, nếu công ty bạn đã mời bạn.",
  ],
  byEmail: ["Use e-mail and password", "Dùng email và mật khẩu"],
  byKey: ["Use the API key", "Dùng API key"],
  byEmailRefused: ["The e-mail or the password is wrong.", "Email hoặc mật khẩu không đúng."],
  email: ["E-mail", "Email"],
  password: ["Password", "Mật khẩu"],
  roles: {
    owner: ["Owner", "Chủ sở hữu"],
    staff: ["Staff", "Nhân viên"],
    finance: ["Finance", "Tài chính"],
    developer: ["Developer", "Lập trình viên"],
  } as Readonly<Record<string, Both>>,
  apiKey: ["API key", "API key"],
  mobile: ["Phone number", "Số điện thoại"],
  mobileHint: ["As 0900 000 001 or 84900000001", "Ví dụ 0900 000 001 hoặc 84900000001"],
  signIn: ["Sign in", "Đăng nhập"],
  sandboxTitle: ["This is a sandbox", "Đây là sandbox"],
  sandboxText: [
    "Its demo partner is public: nothing here is delivered or paid.",
    "Đối tác mẫu là công khai: không có gì được giao hay thanh toán thật.",
  ],
  useDemo: ["Use the demo account", "Dùng tài khoản mẫu"],
  refusals: {
    PARTNER_NOT_FOUND: ["This API key is not known.", "API key này không tồn tại."],
    INVALID_PHONE_NUMBER: ["This is not a Vietnamese mobile number.", "Đây không phải số di động Việt Nam."],
    USER_NOT_FOUND: ["No account has this phone number.", "Không có tài khoản với số điện thoại này."],
    NOT_AUTHORIZED: [
      "This account does not belong to the partner of this API key.",
      "Tài khoản này không thuộc đối tác của API key.",
    ],
    DEACTIVATED_ACCOUNT: ["This account is deactivated.", "Tài khoản này đã bị vô hiệu hoá."],
  } as Readonly<Record<string, Both>>,
});
