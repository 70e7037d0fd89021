import { FIRST_WORDS } from "../../src/domain/page-words.ts";
import { inBoth } from "./both.ts";

// The document says them already while the page is on its way.
const { en, vi } = FIRST_WORDS.welcome;

export const welcomeWords = inBoth({
  tab: ["Deliveries on your own server", "Giao hàng trên máy chủ của bạn"],
  title: [en.title, vi.title],
  text: [en.text, vi.text],
  sandboxText: [
    "Money and drivers here are play: robots take every order within seconds.",
    "Tiền và tài xế ở đây chỉ là thử: robot nhận mọi đơn trong vài giây.",
  ],
  demo: ["Send a parcel and watch it", "Gửi một kiện hàng và theo dõi"],
  demoText: [
    "Orders a delivery through the partner API, then opens the page its recipient would see.",
    "Đặt một đơn qua API đối tác, rồi mở trang mà người nhận sẽ thấy.",
  ],
  demoFailed: [
    "The server cannot be reached. Try again in a moment.",
    "Không kết nối được máy chủ. Hãy thử lại sau giây lát.",
  ],
  live: ["Live: the robots of this sandbox", "Trực tiếp: robot của môi trường thử này"],
  ways: ["Ways in", "Lối vào"],
  portal: {
    title: ["Partner portal", "Cổng đối tác"],
    text: [
      "Orders, prices, callbacks and a testing tool for shops and marketplaces.",
      "Đơn hàng, giá, callback và công cụ thử cho cửa hàng và sàn.",
    ],
  },
  console: {
    title: ["Operator console", "Bảng điều hành"],
    text: ["Live map, drivers, dispatch, services and money.", "Bản đồ trực tiếp, tài xế, điều phối, dịch vụ và tiền."],
  },
  drive: {
    title: ["Driver's page", "Trang tài xế"],
    text: [
      "Offers, stops and proof of delivery on a phone.",
      "Đơn được mời, điểm dừng và bằng chứng giao hàng trên điện thoại.",
    ],
  },
  docs: {
    title: ["API reference", "Tài liệu API"],
    text: [
      "Every call with its fields and refusals; try them from the page.",
      "Mọi lệnh gọi với các trường và lỗi từ chối; thử ngay trên trang.",
    ],
  },
  points: ["What it does", "Chương trình làm gì"],
  facts: [
    [
      {
        title: "A price that holds",
        text: "Every estimate is a quote for ten minutes; an order costs what its estimate said.",
      },
      {
        title: "Nothing is lost",
        text: "Every change of an order reaches you as a signed callback, in order, again until it arrives.",
      },
      {
        title: "Own roads, own map",
        text: "Routes, distances and the map are computed here from OpenStreetMap. No key, no other host.",
      },
    ],
    [
      { title: "Giá giữ nguyên", text: "Mỗi ước tính là một báo giá trong mười phút; đơn hàng tính đúng giá đã báo." },
      {
        title: "Không mất tin nào",
        text: "Mỗi thay đổi của đơn đến bạn bằng callback có chữ ký, đúng thứ tự, gửi lại đến khi nhận được.",
      },
      {
        title: "Đường và bản đồ riêng",
        text: "Lộ trình, quãng đường và bản đồ được tính tại đây từ OpenStreetMap. Không cần khóa, không gọi máy chủ khác.",
      },
    ],
  ],
});
