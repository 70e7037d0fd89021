const en = {
  tab: "Deliveries on your own server",
  title: "Deliveries, on your own server",
  text: "Shops and marketplaces order by API. Drivers are found, guided and paid. Recipients follow every parcel live. One program runs all of it, and all of the data stays with you.",
  sandbox: "Sandbox",
  sandboxText: "Money and drivers here are play: robots take every order within seconds.",
  demo: "Send a parcel and watch it",
  demoText: "Orders a delivery through the partner API, then opens the page its recipient would see.",
  ways: "Ways in",
  portal: { title: "Partner portal", text: "Orders, prices, callbacks and a testing tool for shops and marketplaces." },
  console: { title: "Operator console", text: "Live map, drivers, dispatch, services and money." },
  drive: { title: "Driver's page", text: "Offers, stops and proof of delivery on a phone." },
  docs: { title: "API reference", text: "Every call with its fields and refusals; try them from the page." },
  points: "What it does",
  facts: [
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
};

const vi: typeof en = {
  tab: "Giao hàng trên máy chủ của bạn",
  title: "Giao hàng, trên máy chủ của bạn",
  text: "Cửa hàng và sàn đặt đơn qua API. Tài xế được tìm, dẫn đường và thanh toán. Người nhận theo dõi từng kiện hàng trực tiếp. Một chương trình lo tất cả, và dữ liệu ở lại với bạn.",
  sandbox: "Môi trường thử",
  sandboxText: "Tiền và tài xế ở đây chỉ là thử: robot nhận mọi đơn trong vài giây.",
  demo: "Gửi một kiện hàng và theo dõi",
  demoText: "Đặt một đơn qua API đối tác, rồi mở trang mà người nhận sẽ thấy.",
  ways: "Lối vào",
  portal: { title: "Cổng đối tác", text: "Đơn hàng, giá, callback và công cụ thử cho cửa hàng và sàn." },
  console: { title: "Bảng điều hành", text: "Bản đồ trực tiếp, tài xế, điều phối, dịch vụ và tiền." },
  drive: { title: "Trang tài xế", text: "Đơn được mời, điểm dừng và bằng chứng giao hàng trên điện thoại." },
  docs: { title: "Tài liệu API", text: "Mọi lệnh gọi với các trường và lỗi từ chối; thử ngay trên trang." },
  points: "Chương trình làm gì",
  facts: [
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
};

export const welcomeWords = { en, vi };
