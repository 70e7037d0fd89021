// Words of the parts that every page shows.
import { inBoth } from "./both.ts";

export const partsWords = inBoth({
  language: ["Language", "Ngôn ngữ"],
  switchLanguage: ["Tiếng Việt", "English"],
  toDark: ["Use dark colours", "Dùng giao diện tối"],
  toLight: ["Use light colours", "Dùng giao diện sáng"],
  sandbox: ["Sandbox", "Thử nghiệm"],
  loading: ["Loading", "Đang tải"],
  stored: ["I have it", "Tôi đã lưu"],
  tryAgain: ["Try again", "Thử lại"],
  faultTitle: ["This page has stopped working", "Trang đã ngừng hoạt động"],
  faultText: [
    "Reload it. If it stays this way, tell the operator what you did last.",
    "Hãy tải lại trang. Nếu vẫn lỗi, hãy báo cho đơn vị vận hành thao tác vừa rồi của bạn.",
  ],
  reload: ["Reload", "Tải lại"],
  viewFaultTitle: ["This part could not be shown", "Không hiển thị được phần này"],
  viewFaultText: [
    "The server may be away for a moment, or there is a new version of the page: then reload it.",
    "Máy chủ có thể tạm ngắt, hoặc trang đã có phiên bản mới: khi đó hãy tải lại.",
  ],
  mapAway: [
    "No map can be drawn on this device. The places are listed instead.",
    "Thiết bị này không vẽ được bản đồ. Các địa điểm được liệt kê bên dưới.",
  ],
  keptSince: (since: string) => [
    `Kept since ${since}. What is older is no longer here.`,
    `Lưu từ ${since}. Phần cũ hơn không còn ở đây.`,
  ],
  places: ["Places", "Địa điểm"],
  live: ["Live", "Trực tiếp"],
  reconnecting: ["Reconnecting", "Đang kết nối lại"],
  menu: ["Menu", "Trình đơn"],
  signOut: ["Sign out", "Đăng xuất"],
  skip: ["Skip to the content", "Đến nội dung"],
  copy: ["Copy", "Chép"],
  copied: ["Copied", "Đã chép"],
  draftKept: (time: string) => [
    `What you typed at ${time} is still here.`,
    `Nội dung bạn nhập lúc ${time} vẫn còn đây.`,
  ],
  startOver: ["Start over", "Làm lại từ đầu"],
  newVersion: [
    "There is a new version of this page. What you have typed is kept.",
    "Trang này có phiên bản mới. Những gì bạn đã nhập vẫn được giữ.",
  ],
  sessionEnded: [
    "Your session has ended. Sign in again to go on where you were.",
    "Phiên đăng nhập đã hết. Hãy đăng nhập lại để làm tiếp.",
  ],
  requestId: (id: string) => [`Request ${id}`, `Yêu cầu ${id}`],
});
