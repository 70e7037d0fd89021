// What each page says of itself: while its files are on their way, and as the description that a search engine or a message shows. Pages repeat some of it
// when they are drawn. Fit for a document and for its attributes as they are.

export const FIRST_WORDS = {
  welcome: {
    en: {
      title: "Deliveries, on your own server",
      text: "Shops and marketplaces order by API. Drivers are found, guided and paid. Recipients follow every parcel live. One program runs all of it, and all of the data stays with you.",
    },
    vi: {
      title: "Giao hàng, trên máy chủ của bạn",
      text: "Cửa hàng và sàn đặt đơn qua API. Tài xế được tìm, dẫn đường và thanh toán. Người nhận theo dõi từng kiện hàng trực tiếp. Một chương trình lo tất cả, và dữ liệu ở lại với bạn.",
    },
  },
  tracking: {
    en: { title: "Your parcel", text: "Where it is and when it comes." },
    vi: { title: "Kiện hàng của bạn", text: "Hàng đang ở đâu và khi nào đến." },
  },
  portal: {
    en: { title: "Partner portal", text: "Orders, prices, callbacks and accounts of a partner of Giao." },
    vi: { title: "Cổng đối tác", text: "Đơn hàng, giá, callback và tài khoản của đối tác Giao." },
  },
  console: {
    en: { title: "Operator's console", text: "The operator's view of drivers, orders, partners and money." },
    vi: { title: "Bảng điều hành", text: "Nơi vận hành theo dõi tài xế, đơn hàng, đối tác và tiền." },
  },
  drive: {
    en: { title: "Drive", text: "Offers, orders and earnings of a driver of Giao." },
    vi: { title: "Tài xế", text: "Lời mời, đơn hàng và thu nhập của tài xế Giao." },
  },
  join: {
    en: {
      title: "Drive with us",
      text: "Apply as a driver: your details, photos of your documents, and what came of it.",
    },
    vi: { title: "Đăng ký làm tài xế", text: "Đăng ký làm tài xế: thông tin, ảnh giấy tờ và kết quả." },
  },
  missing: {
    en: { title: "There is no page here", text: "The address may be mistyped, or what it led to is gone." },
    vi: { title: "Không có trang này", text: "Địa chỉ có thể bị gõ sai, hoặc nội dung không còn nữa." },
  },
} as const;
