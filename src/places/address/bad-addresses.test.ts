// Addresses that 2.8 forbids, each with the words that must be in the reason: what is wrong, and about which piece.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../domain/refusal.ts";
import { loadGazetteer } from "../gazetteer/load-gazetteer.ts";
import { parseAddress } from "./parse-address.ts";

// address > words of the reason
const MALFORMED = `
123 Nguyễn Huệ, P. Bến Nghé, Quận 1, TP. Hồ Chí Minh > "P. Bến Nghé" is abbreviated; write "Phường Bến Nghé"
123 Nguyễn Huệ, P.Bến Nghé, Quận 1, Hồ Chí Minh > "P.Bến Nghé" is abbreviated
123 Nguyễn Huệ, P Bến Nghé, Quận 1, Hồ Chí Minh > "P Bến Nghé" is abbreviated
285 Cách Mạng Tháng Tám, P12, Quận 10, Hồ Chí Minh > "P12" is abbreviated; write "Phường 12"
285 Cách Mạng Tháng Tám, P.12, Quận 10, Hồ Chí Minh > "P.12" is abbreviated
285 Cách Mạng Tháng Tám, F12, Quận 10, Hồ Chí Minh > "F12" is abbreviated
285 Cách Mạng Tháng Tám, Phường 12, Q10, Hồ Chí Minh > "Q10" is abbreviated; write "Quận 10"
285 Cách Mạng Tháng Tám, Phường 12, Q.10, Hồ Chí Minh > "Q.10" is abbreviated
285 Cách Mạng Tháng Tám, Phường 12, Q. 10, Hồ Chí Minh > "Q. 10" is abbreviated
12 Lê Quang Định, Phường 1, Q. Bình Thạnh, Hồ Chí Minh > "Q. Bình Thạnh" is abbreviated
12 Le Loi, Ward 1, Dist. 3, Ho Chi Minh City > "Dist. 3" is abbreviated
12 Le Loi, W5, District 3, Ho Chi Minh City > "W5" is abbreviated
12 Tỉnh lộ 8, TT. Củ Chi, Huyện Củ Chi, Hồ Chí Minh > "TT. Củ Chi" is abbreviated; write "Thị trấn Củ Chi"
12 Tỉnh lộ 8, Xã Tân Thạnh Đông, H. Củ Chi, Hồ Chí Minh > "H. Củ Chi" is abbreviated; write "Huyện Củ Chi"
12 Tỉnh lộ 8, X. Tân Thạnh Đông, Huyện Củ Chi, Hồ Chí Minh > "X. Tân Thạnh Đông" is abbreviated
1 Lý Thường Kiệt, Phường Dĩ An, TX. Dĩ An, Bình Dương > "TX. Dĩ An" is abbreviated; write "Thị xã Dĩ An"
1 Lý Thường Kiệt, Phường Dĩ An, Thành phố Dĩ An, T. Bình Dương > "T. Bình Dương" is abbreviated
123 Nguyễn Huệ, Phường Bến Nghé, Quận 1, HCM > "HCM" is abbreviated
123 Nguyễn Huệ, Phường Bến Nghé, Quận 1, TP.HCM > is abbreviated
123 Nguyễn Huệ, Phường Bến Nghé, Quận 1, TPHCM > "TPHCM" is abbreviated
123 Nguyễn Huệ, Phường Bến Nghé, Quận 1, TP HCM > "HCM" in "TP HCM" is abbreviated
123 Nguyễn Huệ, Phường Bến Nghé, Quận 1, SG > "SG" is abbreviated
12 Hàng Bạc, Phường Hàng Bạc, Quận Hoàn Kiếm, HN > "HN" is abbreviated
5 Hạ Long, Phường 2, Thành phố Vũng Tàu, BRVT > "BRVT" is abbreviated
285 CMT8, Phường 12, Quận 10, Hồ Chí Minh > "CMT8" in "285 CMT8" is abbreviated
12 NTMK, Phường 6, Quận 3, Hồ Chí Minh > "NTMK" in "12 NTMK" is abbreviated
12 XVNT, Phường 25, Quận Bình Thạnh, Hồ Chí Minh > "XVNT" in "12 XVNT" is abbreviated
12 ĐBP, Phường 25, Quận Bình Thạnh, Hồ Chí Minh > "ĐBP" in "12 ĐBP" is abbreviated
12 Ng. Trãi, Phường 2, Quận 5, Hồ Chí Minh > "Ng." in "12 Ng. Trãi" is abbreviated
12 N.T. Minh Khai, Phường 6, Quận 3, Hồ Chí Minh > is abbreviated
KDC Him Lam, Phường Tân Hưng, Quận 7, Hồ Chí Minh > "KDC" in "KDC Him Lam" is abbreviated
12 Lê Lợi, KP3, Phường Linh Trung, Quận Thủ Đức, Hồ Chí Minh > "KP3" is abbreviated
12 Lê Lợi, 12, 10, Hồ Chí Minh > "12" is abbreviated; write the unit's type
12 Lê Lợi, Phường 12, 10, Hồ Chí Minh > "10" is abbreviated
123 Nguyễn Huệ, Phường Bến Nghé, Quận 1, Hồ Chí Minh, 0901234567 > "0901234567" looks like a phone number
0901234567, 123 Nguyễn Huệ, Phường Bến Nghé, Quận 1, Hồ Chí Minh > "0901234567" looks like a phone number
123 Nguyễn Huệ 090.123.4567, Phường Bến Nghé, Quận 1, Hồ Chí Minh > "090.123.4567" looks like a phone number
123 Nguyễn Huệ +84 90 123 4567, Phường Bến Nghé, Quận 1, Hồ Chí Minh > "+84 90 123 4567" looks like a phone number
123 Nguyễn Huệ, Phường Bến Nghé, Quận 1, Hồ Chí Minh (028) 3822 9999 > looks like a phone number
123 Nguyễn Huệ, Phường Bến Nghé, Quận 1, Hồ Chí Minh 84901234567 > "84901234567" looks like a phone number
1900 1234 Nguyễn Huệ, Phường Bến Nghé, Quận 1, Hồ Chí Minh > "1900 1234" looks like a phone number
123 Nguyễn Huệ - Phường Bến Nghé - Quận 1 - Hồ Chí Minh > is joined by a dash
123 Nguyễn Huệ - Phường Bến Nghé, Quận 1, Hồ Chí Minh > "123 Nguyễn Huệ - Phường Bến Nghé" is joined by a dash
123 Nguyễn Huệ, Phường Bến Nghé - Quận 1, Hồ Chí Minh > "Phường Bến Nghé - Quận 1" is joined by a dash
123 Nguyễn Huệ, Phường Bến Nghé, Quận 1-Hồ Chí Minh > "Quận 1-Hồ Chí Minh" is joined by a dash
123 Nguyễn Huệ – Phường Bến Nghé – Quận 1 – Hồ Chí Minh > is joined by a dash
Nguyễn Trãi-Nguyễn Cư Trinh, Phường Phạm Ngũ Lão, Quận 1, Hồ Chí Minh > is joined by a dash
123 Nguyễn Huệ; Phường Bến Nghé; Quận 1; Hồ Chí Minh > Segments are separated by ";"
123 Nguyễn Huệ | Phường Bến Nghé | Quận 1 | Hồ Chí Minh > Segments are separated by "|"
123 Nguyễn Huệ, Phường Bến Nghé, Quận 1, Quận 1, Hồ Chí Minh > "Quận 1" is repeated
123 Nguyễn Huệ, Phường Bến Nghé, Phường Bến Nghé, Quận 1, Hồ Chí Minh > "Phường Bến Nghé" is repeated
123 Nguyễn Huệ, Bến Nghé, Phường Bến Nghé, Quận 1, Hồ Chí Minh > "Bến Nghé" is repeated
123 Nguyễn Huệ, Phường Bến Nghé, Quận 1, Hồ Chí Minh, Hồ Chí Minh > "Hồ Chí Minh" is repeated
123 Nguyễn Huệ, Phường Bến Nghé, Quận 1, TP Hồ Chí Minh, Hồ Chí Minh City > "TP Hồ Chí Minh" is repeated
123 Nguyễn Huệ, Phường Sài Gòn, Hồ Chí Minh, Thành phố Hồ Chí Minh, Việt Nam > "Hồ Chí Minh" is repeated
123 Nguyễn Huệ Phường Bến Nghé, Phường Bến Nghé, Quận 1, Hồ Chí Minh > "Phường Bến Nghé" is repeated
123 Nguyễn Huệ Quận 1, Phường Bến Nghé, Quận 1, Hồ Chí Minh > "Quận 1" is repeated
123 Nguyễn Huệ, Quận 1, Phường Bến Nghé, Quận 1, Hồ Chí Minh > "Quận 1" is repeated
123 Nguyễn Huệ, Phường Bến Thành, Phường Bến Nghé, Quận 1, Hồ Chí Minh > "Phường Bến Thành" is in the wrong place
12 Hàng Bạc, Phường Hàng Bạc, Quận Hoàn Kiếm, Quận Ba Đình, Hà Nội > "Quận Hoàn Kiếm" is repeated
123 Nguyễn Huệ, Quận 1, Hồ Chí Minh > The ward is missing before "Quận 1"
Nguyễn Huệ, Quận 1, Hồ Chí Minh > The ward is missing before "Quận 1"
123 Nguyễn Huệ, Vincom Center, Quận 1, Hồ Chí Minh > "Vincom Center" is no ward of "Quận 1": the ward is missing
123 Nguyễn Huệ, Bến Nghé, Quận 3, Hồ Chí Minh > "Bến Nghé" is no ward of "Quận 3"
7P28QMCX+JV 0901234567 > looks like a phone number
7P28QMCX+JV, Quận 1, gọi trước khi giao > is a remark
123 Nguyễn Huệ, Hồ Chí Minh > The ward is missing
123 Nguyễn Huệ, Phường Bến Nghé, Quận 1 > The province is missing after "Quận 1"
123 Nguyễn Huệ, Phường Bến Nghé, Quận 1, Việt Nam > The province is missing after "Quận 1"
123 Nguyễn Huệ, Phường Bến Nghé > The province is missing after "Phường Bến Nghé"
12 Võ Văn Ngân, Phường Linh Chiểu, Thành phố Thủ Đức > The province is missing after "Thành phố Thủ Đức"
123 Nguyễn Huệ, Bến Nghé, Bình Thạnh > The province is missing after "Bình Thạnh"
285 Cách Mạng Tháng Tám, Phường 12, Hồ Chí Minh > The district is missing: "Phường 12" is in several
Phường Bến Nghé, Quận 1, Hồ Chí Minh > The house number and street are missing
Phường Sài Gòn, Hồ Chí Minh > The house number and street are missing
Quận 1, Hồ Chí Minh > are missing
Hồ Chí Minh > are missing
Việt Nam > missing
123 Nguyễn Huệ > Segments are missing
nhà của tôi > Segments are missing
123 Nguyễn Huệ,, Quận 1, Hồ Chí Minh > Segment 2 is empty
, Phường Bến Nghé, Quận 1, Hồ Chí Minh > Segment 1 is empty
123, Phường Bến Nghé, Quận 1, Hồ Chí Minh > The street is missing
123 Nguyễn Huệ Phường Bến Nghé Quận 1, Hồ Chí Minh > "Phường Bến Nghé" in "123 Nguyễn Huệ Phường Bến Nghé Quận 1" must stand between commas
123 Nguyễn Huệ Phường Bến Nghé Quận 1 Hồ Chí Minh > Segments are missing
Quận 1, Phường Bến Thành, 123 Lê Lợi, Hồ Chí Minh > "123 Lê Lợi" is in the wrong place
Phường Bến Thành, 123 Lê Lợi, Hồ Chí Minh > "123 Lê Lợi" is in the wrong place
123 Nguyễn Huệ gần chợ, Phường Bến Nghé, Quận 1, Hồ Chí Minh > "gần" in "123 Nguyễn Huệ gần chợ" is a remark
123 Nguyễn Huệ, đối diện chợ Bến Thành, Phường Bến Nghé, Quận 1, Hồ Chí Minh > "đối diện"
123 Nguyen Hue, doi dien cho Ben Thanh, Phuong Ben Nghe, Quan 1, Ho Chi Minh > "doi dien"
123 Nguyễn Huệ, Phường Bến Nghé, Quận 1, Hồ Chí Minh, giao giờ hành chính > is a remark
123 Nguyễn Huệ, Phường Bến Nghé, Quận 1, Hồ Chí Minh, gọi trước khi giao > is a remark
123 Nguyễn Huệ kế bên ngân hàng, Phường Bến Nghé, Quận 1, Hồ Chí Minh > "kế bên"
123 Nguyen Hue, call before delivery, Ben Nghe Ward, District 1, Ho Chi Minh City > "call"
123 Nguyen Hue opposite the market, Ben Nghe Ward, District 1, Ho Chi Minh City > "opposite"
LH Anh Nam, 123 Nguyễn Huệ, Phường Bến Nghé, Quận 1, Hồ Chí Minh > "lh"
123 Nguyễn Huệ (hẻm bên phải), Phường Bến Nghé, Quận 1, Hồ Chí Minh > "(" has no place in an address
Số nhà: 123 Nguyễn Huệ, Phường Bến Nghé, Quận 1, Hồ Chí Minh > ":" has no place in an address
123 Nguyễn Huệ!!!, Phường Bến Nghé, Quận 1, Hồ Chí Minh > "!" has no place in an address
😀 123 Nguyễn Huệ, Phường Bến Nghé, Quận 1, Hồ Chí Minh > "😀" has no place in an address
<b>123 Nguyễn Huệ</b>, Phường Bến Nghé, Quận 1, Hồ Chí Minh > "<" has no place in an address
QMCX+JV > The short plus code "QMCX+JV" needs the place
ABCD+12, Quận 1, Hồ Chí Minh > "+" has no place in an address
5 Trần Phú, Phường Hàng Bài, Quận 77, Hà Nội > "Quận 77" is no district of Hà Nội; "Phường Hàng Bài" is in Quận Hoàn Kiếm
268 Lý Thường Kiệt, Phường 14, Quận 99, Hồ Chí Minh > "Quận 99" is no district of Hồ Chí Minh; the nearest name there is "Quận 9"
268 Lý Thường Kiệt, Phường 99, Quận 10, Hồ Chí Minh > "Phường 99" is no ward of Quận 10; the nearest name there is "Phường 9"
268 Lý Thường Kiệt, Phường Bến Nghé, Quận 10, Hồ Chí Minh > "Phường Bến Nghé" is no ward of Quận 10; it is one of Quận 1
268 Lý Thường Kiệt, Phường 14, Quận 10, Hà Nội > "Quận 10" is no district of Hà Nội; it is one of Hồ Chí Minh
5 Hàng Bạc, Phường Hàng Bạc, Quận Ba Đình, Hà Nội > "Phường Hàng Bạc" is no ward of Quận Ba Đình; it is one of Quận Hoàn Kiếm
268 Lý Thường Kiệt, Phường Trên Mây, Hồ Chí Minh > "Phường Trên Mây" is no ward of Hồ Chí Minh; the nearest name there is
12 Lê Lợi, Phường Bến Nghé, Quận 1, TP.HCM > write "Thành phố Hồ Chí Minh"
12 CMT8, Phường 12, Quận 10, Hồ Chí Minh > write "Cách Mạng Tháng Tám"
12 Lê Lợi, KP3, Phường Linh Trung, Quận Thủ Đức, Hồ Chí Minh > write "Khu phố 3"
`;

const PROVINCE_UNKNOWN = `
12 Lê Lợi, Phường 1, Quận 3, Tỉnh Không Có
12 Lê Lợi, Phường 1, Quận 3, Thành phố Mơ Ước
Unter den Linden 1, Mitte, Berlin, Germany
1 Rue de Rivoli, Louvre, Paris
12 Sukhumvit, Khlong Toei, Bangkok, Thailand
12 Lê Lợi, Phường Bến Thành, Quận 1, Hồ Chí Mình Xyz
`;

const gazetteer = loadGazetteer();

for (const row of MALFORMED.trim().split("\n")) {
  const [address = "", words = ""] = row.split(" > ");
  test(`bad address: ${address}`, () => {
    const parsed = parseAddress(address, gazetteer);
    assert.ok(isRefusal(parsed), "it was taken for a good one");
    assert.equal(parsed.refused, "ADDRESS_MALFORMED");
    assert.ok(parsed.why.includes(words), parsed.why);
  });
}

for (const address of PROVINCE_UNKNOWN.trim().split("\n")) {
  test(`a province nobody knows is its own answer: ${address}`, () => {
    const parsed = parseAddress(address, gazetteer);
    assert.equal(isRefusal(parsed) && parsed.refused, "PROVINCE_UNKNOWN");
  });
}

test("a text wrong in several ways is refused for the first reason of the written order", () => {
  const faults = ["0901234567", "(gần chợ)", "gần chợ", "- Phường 5", "P5"];
  const order = ["phone number", "has no place", "remark", "dash", "abbreviated"];
  for (const [at, word] of order.entries()) {
    const address = `12 Lê Lợi ${faults.slice(at, -1).join(" ")}, ${at < 5 ? "P5" : "Phường 5"}, Quận 3, Hồ Chí Minh`;
    const parsed = parseAddress(address, gazetteer);
    assert.ok(isRefusal(parsed) && parsed.why.includes(word), `${address}: ${isRefusal(parsed) ? parsed.why : "good"}`);
  }
});
