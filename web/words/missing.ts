import { inBoth } from "./both.ts";

export const missingWords = inBoth({
  title: ["There is no page here", "Không có trang này"],
  text: [
    "The address may be mistyped, or what it led to is gone.",
    "Địa chỉ có thể bị gõ sai, hoặc nội dung không còn nữa.",
  ],
  home: ["To the start page", "Về trang đầu"],
});
