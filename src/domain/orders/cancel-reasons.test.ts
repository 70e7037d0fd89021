import assert from "node:assert/strict";
import { test } from "node:test";
import { cancelCodeOf, commentIn, DRIVER_CANCEL_REASONS, USER_CANCEL_REASONS } from "./cancel-reasons.ts";

for (const [side, reasons, count] of [
  ["sender", USER_CANCEL_REASONS, 20],
  ["driver", DRIVER_CANCEL_REASONS, 16],
] as const) {
  test(`a ${side} is offered ${count} reasons, each once, in both languages`, () => {
    assert.equal(reasons.length, count);
    for (const read of ["code", "en", "vi"] as const) {
      assert.equal(new Set(reasons.map((reason) => reason[read])).size, count);
      assert.ok(reasons.every((reason) => reason[read].length > 0));
    }
    assert.ok(reasons.every(({ code }) => /^[A-Z_]+$/.test(code)));
    assert.equal(reasons.at(-1)?.code, "OTHER");
  });
}

test("a cancelled order has the code of its reason, in either language and any case, or OTHER", () => {
  for (const [cancelledBy, cancelComment, code] of [
    [null, null, ""],
    ["user", "The pickup address is wrong", "WRONG_PICKUP"],
    ["driver", "The pickup address is wrong", "PICKUP_ADDRESS_WRONG"],
    ["user", " nhập sai ĐIỂM lấy hàng ", "WRONG_PICKUP"],
    ["operator", "used_another_app", "USED_ANOTHER_APP"],
    ["user", "changed my mind", "OTHER"],
    ["user", null, "OTHER"],
    ["system", "Auto cancel, no driver accepted", "NO_DRIVER"],
  ] as const) {
    assert.equal(cancelCodeOf({ cancelledBy, cancelComment }), code, String(cancelComment));
  }
});

test("a comment is said in the reader's language, if it is one of ours", () => {
  for (const [comment, en, vi] of [
    ["The goods are not ready", "The goods are not ready", "Hàng chưa chuẩn bị xong"],
    ["Xe bị hỏng", "My vehicle broke down", "Xe bị hỏng"],
    ["NO_DRIVER", "No driver has accepted", "Chưa có tài xế nào nhận đơn"],
    ["Auto cancel, no driver accepted", "Auto cancel, no driver accepted", "Tự động hủy, không có tài xế nhận"],
    ["The dog bit me", "The dog bit me", "The dog bit me"],
    ["", "", ""],
  ] as const) {
    assert.deepEqual([commentIn("en", comment), commentIn("vi", comment)], [en, vi]);
  }
});
