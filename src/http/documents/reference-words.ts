// The words of the page around the API reference.
import type { Language } from "./vietnamese.ts";

type PageWords = {
  readonly other: { readonly language: Language; readonly name: string };
  readonly start: string;
  readonly files: string;
  readonly openApi: string;
  readonly postman: string;
  readonly llms: string;
  readonly clientsText: string;
  readonly first: string;
  readonly firstText: string;
  readonly after: string;
  readonly calls: string;
  readonly callsText: string;
  readonly call: string;
  readonly does: string;
  readonly open: string;
  readonly loading: string;
  readonly offer: string;
  readonly fault: string;
  readonly copy: string;
  readonly body: string;
  readonly notes: string;
};

export const REFERENCE_WORDS: Readonly<Record<Language, PageWords>> = {
  en: {
    other: { language: "vi", name: "Tiếng Việt" },
    start: "Start page",
    files: "For programs",
    openApi: "OpenAPI document",
    postman: "Collection for Postman and Bruno",
    llms: "llms.txt, for language models",
    clientsText:
      "TypeScript, Python and PHP, and a plugin for WooCommerce, lie in the folder clients of the program's source. They keep tokens, repeat safely and check signatures.",
    first: "The first order",
    firstText: "A token, a price, an order, and where it is:",
    after:
      "After that, set where callbacks go (PUT /v3/callbacks, with the API key): every change of an order is posted there, signed. Check the signature over the raw body before you believe it, answer 2xx within ten seconds, and ignore an event_seq that is not above the highest you know.",
    calls: "All calls",
    callsText: "A call leads to its fields, refusals and examples, and to a form that sends it to this server.",
    call: "Call",
    does: "What it does",
    open: "Open the whole reference",
    loading: "The whole reference is on its way …",
    offer: "Every field, every refusal, and forms that send a call:",
    fault: "The whole reference could not be loaded.",
    copy: "Copy",
    body: "Body of the request",
    notes: "Notices",
  },
  vi: {
    other: { language: "en", name: "English" },
    start: "Trang đầu",
    files: "Cho chương trình",
    openApi: "Tài liệu OpenAPI",
    postman: "Bộ lệnh cho Postman và Bruno",
    llms: "llms.txt, cho mô hình ngôn ngữ",
    clientsText:
      "TypeScript, Python, PHP và plugin cho WooCommerce nằm trong thư mục clients của mã nguồn. Chúng giữ token, gửi lại an toàn và kiểm tra chữ ký.",
    first: "Đơn hàng đầu tiên",
    firstText: "Token, giá, đơn hàng, và đơn đang ở đâu:",
    after:
      "Sau đó đặt nơi nhận callback (PUT /v3/callbacks, với khoá API): mỗi thay đổi của đơn được gửi đến đó, có chữ ký. Hãy kiểm tra chữ ký trên thân thô trước khi tin, trả lời 2xx trong mười giây, và bỏ qua event_seq không lớn hơn số cao nhất đã biết.",
    calls: "Tất cả lệnh gọi",
    callsText: "Mỗi lệnh dẫn đến các trường, lỗi từ chối, ví dụ, và biểu mẫu gửi lệnh đến máy chủ này.",
    call: "Lệnh",
    does: "Làm gì",
    open: "Mở toàn bộ tài liệu",
    loading: "Đang tải toàn bộ tài liệu …",
    offer: "Mọi trường, mọi lỗi từ chối, và biểu mẫu gửi lệnh:",
    fault: "Không tải được toàn bộ tài liệu.",
    copy: "Chép",
    body: "Thân yêu cầu",
    notes: "Thông báo",
  },
};
