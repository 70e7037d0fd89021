// Words of the page that tells partners how the platform does.
import { FIRST_WORDS } from "../../../src/domain/page-words.ts";
import { type Both, inBoth } from "../both.ts";

const { en, vi } = FIRST_WORDS.status;

export const statusPageWords = inBoth({
  title: [en.title, vi.title],
  all: {
    up: ["Everything works", "Mọi thứ hoạt động bình thường"],
    delayed: ["Something is delayed", "Có phần đang chậm"],
    down: ["Something is down", "Có phần đang ngừng"],
  } as Readonly<Record<string, Both>>,
  states: {
    up: ["Up", "Bình thường"],
    delayed: ["Delayed", "Chậm"],
    down: ["Down", "Ngừng"],
  } as Readonly<Record<string, Both>>,
  parts: {
    api: ["Calls and pages", "API và trang web"],
    work: ["Seeking drivers, sending callbacks", "Tìm tài xế, gửi callback"],
    drivers: ["Drivers for orders", "Tài xế cho đơn hàng"],
  } as Readonly<Record<string, Both>>,
  since: (time: string) => [`since ${time}`, `từ ${time}`],
  lookedAt: (time: string) => [
    `Looked at ${time}; this page looks again by itself.`,
    `Cập nhật lúc ${time}; trang tự cập nhật.`,
  ],
});
