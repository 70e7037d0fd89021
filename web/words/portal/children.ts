// Child accounts.
import { type Both, inBoth } from "../both.ts";

export const portalChildrenWords = inBoth({
  title: ["Accounts", "Tài khoản"],
  text: [
    "Child accounts order on their own; this account sees their orders. An account is known by its phone number.",
    "Tài khoản con tự đặt đơn; tài khoản này xem được đơn của chúng. Mỗi tài khoản được nhận biết bằng số điện thoại.",
  ],
  own: ["This account", "Tài khoản này"],
  children: ["Child accounts", "Tài khoản con"],
  phone: ["Phone", "Điện thoại"],
  name: ["Name", "Tên"],
  status: ["Status", "Trạng thái"],
  since: ["Account since", "Tạo từ"],
  statuses: {
    ACTIVATED: ["Active", "Hoạt động"],
    DEACTIVATED: ["Deactivated", "Vô hiệu"],
  } as Readonly<Record<string, Both>>,
  emptyTitle: ["No child accounts yet", "Chưa có tài khoản con"],
  emptyText: [
    "Invite an account of your partner by its phone number. It gets a code by SMS, which you enter here.",
    "Mời một tài khoản của đối tác bằng số điện thoại. Tài khoản đó nhận mã qua SMS, bạn nhập mã tại đây.",
  ],
  orders: ["Orders", "Đơn hàng"],
  remove: ["Remove", "Gỡ"],
  removeTitle: (name: string) => [`Remove ${name}?`, `Gỡ ${name}?`],
  removeText: [
    "The account stays, but is no longer yours: you do not see its orders any more. It must have no ongoing orders and no balance.",
    "Tài khoản vẫn còn nhưng không thuộc về bạn nữa: bạn không xem được đơn của nó. Tài khoản phải không còn đơn đang giao và không còn số dư.",
  ],
  keep: ["Keep it", "Giữ lại"],
  invite: ["Invite an account", "Mời tài khoản"],
  inviteText: [
    "It must be registered with your partner and have no parent.",
    "Tài khoản phải thuộc đối tác của bạn và chưa có tài khoản cha.",
  ],
  send: ["Send the code", "Gửi mã"],
  sent: (phone: string) => [
    `A code was sent to ${phone}. It lives 15 minutes.`,
    `Đã gửi mã đến ${phone}. Mã có hiệu lực 15 phút.`,
  ],
  sandboxCode: [
    "In the sandbox the operator reads it at GET /operator/v1/sms.",
    "Trong sandbox, đơn vị vận hành đọc mã tại GET /operator/v1/sms.",
  ],
  code: ["Code from the SMS", "Mã trong SMS"],
  activate: ["Add as child", "Thêm làm tài khoản con"],
  otherNumber: ["Another number", "Số khác"],
  added: (name: string) => [`${name} is now a child account.`, `${name} đã là tài khoản con.`],
});
