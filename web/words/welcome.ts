const en = {
  title: "Deliveries on your own server",
};

const vi: typeof en = {
  title: "Giao hàng trên máy chủ của bạn",
};

export const welcomeWords = { en, vi };
