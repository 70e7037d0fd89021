// Words of the parts that every page shows.
const en = {
  language: "Language",
  switchLanguage: "Tiếng Việt",
  toDark: "Use dark colours",
  toLight: "Use light colours",
  loading: "Loading",
  tryAgain: "Try again",
  faultTitle: "This page has stopped working",
  faultText: "Reload it. If it stays this way, tell the operator what you did last.",
  reload: "Reload",
  mapLoading: "The map is loading",
  mapAway: "No map can be drawn on this device. The places are listed instead.",
  places: "Places",
  live: "Live",
  reconnecting: "Reconnecting",
  requestId: (id: string) => `Request ${id}`,
  refusals: {
    UNREACHABLE: "The server cannot be reached. Check your connection.",
    NOT_AUTHORIZED: "You are not signed in, or your session has ended.",
    TOO_MANY_REQUESTS: "Too many requests. Wait a moment, then try again.",
    SERVICE_UNAVAILABLE: "The service is briefly unavailable. Try again in a moment.",
    INTERNAL_SERVER_ERROR: "Something went wrong on our side. Try again.",
  } as Readonly<Record<string, string>>,
};

const vi: typeof en = {
  language: "Ngôn ngữ",
  switchLanguage: "English",
  toDark: "Dùng giao diện tối",
  toLight: "Dùng giao diện sáng",
  loading: "Đang tải",
  tryAgain: "Thử lại",
  faultTitle: "Trang đã ngừng hoạt động",
  faultText: "Hãy tải lại trang. Nếu vẫn lỗi, hãy báo cho đơn vị vận hành thao tác vừa rồi của bạn.",
  reload: "Tải lại",
  mapLoading: "Đang tải bản đồ",
  mapAway: "Thiết bị này không vẽ được bản đồ. Các địa điểm được liệt kê bên dưới.",
  places: "Địa điểm",
  live: "Trực tiếp",
  reconnecting: "Đang kết nối lại",
  requestId: (id) => `Yêu cầu ${id}`,
  refusals: {
    UNREACHABLE: "Không kết nối được máy chủ. Hãy kiểm tra mạng.",
    NOT_AUTHORIZED: "Bạn chưa đăng nhập hoặc phiên đã hết hạn.",
    TOO_MANY_REQUESTS: "Quá nhiều yêu cầu. Vui lòng đợi một lát rồi thử lại.",
    SERVICE_UNAVAILABLE: "Dịch vụ tạm thời gián đoạn. Vui lòng thử lại sau ít phút.",
    INTERNAL_SERVER_ERROR: "Hệ thống gặp sự cố. Vui lòng thử lại.",
  },
};

export const partsWords = { en, vi };
