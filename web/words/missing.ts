const en = {
  title: "There is no page here",
  text: "The address may be mistyped, or what it led to is gone.",
  home: "To the start page",
};

const vi: typeof en = {
  title: "Không có trang này",
  text: "Địa chỉ có thể bị gõ sai, hoặc nội dung không còn nữa.",
  home: "Về trang đầu",
};

export const missingWords = { en, vi };
