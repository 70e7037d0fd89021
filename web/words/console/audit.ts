// Words of the console's audit log: what each call of the operator's does. One that is not here is shown by its own name.

import type { Words } from "../../parts/language.tsx";
import { inBoth } from "../both.ts";

type Calls = Readonly<Record<string, string>>;

export const consoleAuditWords: Words<Calls> = inBoth({
  openConsoleSession: ["Sign in", "Đăng nhập"],
  endConsoleSession: ["Sign out", "Đăng xuất"],
  changeAccount: ["Change an account", "Sửa tài khoản"],
  topUpAccount: ["Pay into an account", "Nạp tiền tài khoản"],
  payAccountOut: ["Pay an account out", "Chi tiền tài khoản"],
  resendCallback: ["Send a callback again", "Gửi lại một thông báo"],
  resendPartnerCallbacks: ["Send callbacks again", "Gửi lại các thông báo"],
  saveCity: ["Save a city", "Lưu thành phố"],
  saveService: ["Save a service", "Lưu dịch vụ"],
  savePromo: ["Save a promo code", "Lưu mã khuyến mãi"],
  createDriver: ["Create a driver", "Tạo tài xế"],
  changeDriver: ["Change a driver", "Sửa tài xế"],
  topUpDriver: ["Pay into a driver's wallet", "Nạp ví tài xế"],
  payDriverOut: ["Pay a driver out", "Chi tiền tài xế"],
  cancelForOperator: ["Cancel an order", "Hủy đơn"],
  reassignOrder: ["Take an order from its driver", "Lấy đơn khỏi tài xế"],
  assignOrder: ["Give an order to a driver", "Giao đơn cho tài xế"],
  confirmOrder: ["Confirm for the sender", "Xác nhận thay người gửi"],
  completePoint: ["Note a stop as delivered", "Ghi nhận đã giao"],
  failPointForOperator: ["Note a stop as failed", "Ghi nhận không giao được"],
  refundOrder: ["Refund an order", "Hoàn tiền đơn"],
  createPartner: ["Create a partner", "Tạo đối tác"],
  changePartner: ["Change a partner", "Sửa đối tác"],
  rotateKeys: ["Rotate a partner's keys", "Đổi khóa đối tác"],
  advanceClock: ["Advance the sandbox's clock", "Đẩy đồng hồ thử nghiệm"],
  continueOrder: ["Next step of a sandbox order", "Bước tiếp theo của đơn thử"],
  playEvent: ["Play an event of a sandbox order", "Phát sự kiện của đơn thử"],
  checkReceiver: ["Check a receiver", "Chấm máy nhận"],
});
