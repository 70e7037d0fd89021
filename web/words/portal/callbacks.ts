// Where callbacks go, how they fare, and whether the receiver is a good one.
import { type Both, inBoth } from "../both.ts";

export const portalCallbacksWords = inBoth({
  title: ["Callbacks", "Callback"],
  text: [
    "We tell your server about every change of an order: signed, in order, and again until it answers.",
    "Chúng tôi báo cho máy chủ của bạn mọi thay đổi của đơn: có chữ ký, đúng thứ tự, và gửi lại đến khi nhận được trả lời.",
  ],
  settings: ["Settings", "Cài đặt"],
  url: ["Address", "Địa chỉ"],
  urlHint: ["https://shop.example/hooks/giao", "https://shop.example/hooks/giao"],
  save: ["Save", "Lưu"],
  saved: ["Saved. What waits is sent now.", "Đã lưu. Những gì đang chờ được gửi ngay."],
  stop: ["Stop callbacks", "Ngừng callback"],
  stopTitle: ["Stop all callbacks?", "Ngừng mọi callback?"],
  stopText: [
    "Nothing is sent to your server any more until you set an address again.",
    "Sẽ không gửi gì đến máy chủ của bạn cho đến khi đặt lại địa chỉ.",
  ],
  keep: ["Keep them", "Giữ nguyên"],
  state: ["State", "Tình trạng"],
  none: ["No address is set, so nothing is sent.", "Chưa đặt địa chỉ nên không gửi gì."],
  stopped: [
    "Your server answered 410 Gone, so we stopped. Save the settings to start again.",
    "Máy chủ của bạn trả lời 410 Gone nên chúng tôi đã ngừng. Lưu cài đặt để bắt đầu lại.",
  ],
  failing: (count: number) => [
    count === 1 ? "The last try failed." : `The last ${count} tries failed.`,
    `${count} lần gửi gần nhất thất bại.`,
  ],
  fine: ["Your server answers.", "Máy chủ của bạn trả lời tốt."],
  waiting: (count: number) => [`${count} waiting`, `${count} đang chờ`],
  givenUp: (count: number) => [`${count} given up`, `${count} đã dừng gửi`],
  resendGivenUp: ["Send what was given up again", "Gửi lại những gì đã dừng"],
  resent: (count: number) => [`${count} queued`, `Đã xếp hàng ${count}`],
  test: ["Test call", "Gọi thử"],
  testText: [
    "Sends one sample event to your address and shows what it answers.",
    "Gửi một sự kiện mẫu đến địa chỉ của bạn và cho xem câu trả lời.",
  ],
  sendTest: ["Send a test call", "Gửi gọi thử"],
  answered: (code: number, ms: number) => [`Answered ${code} in ${ms} ms`, `Trả lời ${code} sau ${ms} ms`],
  noAnswer: (outcome: string) => [`No answer: ${outcome}`, `Không trả lời: ${outcome}`],
  emptyBody: ["with an empty body", "nội dung trống"],
  check: ["Receiver check", "Chấm điểm máy nhận"],
  checkText: [
    "Sends what every receiver must survive: duplicates, wrong order, slow bodies, bad signatures, old timestamps, a rotated secret. Takes some seconds.",
    "Gửi những gì máy nhận nào cũng phải chịu được: trùng lặp, sai thứ tự, gửi chậm, chữ ký sai, thời gian cũ, đổi khoá. Mất vài giây.",
  ],
  runCheck: ["Check my receiver", "Chấm máy nhận của tôi"],
  grade: ["Grade", "Điểm"],
  results: {
    pass: ["Passed", "Đạt"],
    warn: ["Look at it", "Nên xem lại"],
    fail: ["Failed", "Không đạt"],
    skipped: ["Skipped", "Bỏ qua"],
  } as Readonly<Record<string, Both>>,
  whatCame: ["What came back", "Câu trả lời"],
  rotate: ["Signing secret", "Khoá ký"],
  rotateText: [
    "A new secret signs beside the old one for a while, so that you can change over without a gap.",
    "Khoá mới ký song song với khoá cũ một thời gian để bạn chuyển đổi không gián đoạn.",
  ],
  rotateNow: ["Make a new secret", "Tạo khoá mới"],
  newSecret: ["Your new secret, shown once", "Khoá mới, chỉ hiện một lần"],
  oldUntil: (at: string) => [`The old one signs until ${at}.`, `Khoá cũ còn ký đến ${at}.`],
  docs: ["How to check signatures", "Cách kiểm tra chữ ký"],
});
