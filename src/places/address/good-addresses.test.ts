// Addresses as partners write them, in every form that 2.8 allows, and what is read from them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../domain/refusal.ts";
import { loadGazetteer } from "../gazetteer/load-gazetteer.ts";
import { parseAddress } from "./parse-address.ts";

// address > house, street > ward > district > province
const GOOD = `
285 Cách Mạng Tháng Tám, Phường 12, Quận 10, Thành phố Hồ Chí Minh > 285, Cách Mạng Tháng Tám > Phường 12 > Quận 10 > Hồ Chí Minh
285/94B Cách Mạng Tháng 8, Phường 12, Quận 10, Hồ Chí Minh > 285/94B, Cách Mạng Tháng 8 > Phường 12 > Quận 10 > Hồ Chí Minh
135 Nam Kỳ Khởi Nghĩa, Phường Bến Thành, Quận 1, Thành phố Hồ Chí Minh, Việt Nam > 135, Nam Kỳ Khởi Nghĩa > Phường Bến Thành > Quận 1 > Hồ Chí Minh
135 Nam Kỳ Khởi Nghĩa, Bến Thành, Quận 1, Hồ Chí Minh, Vietnam > 135, Nam Kỳ Khởi Nghĩa > Phường Bến Thành > Quận 1 > Hồ Chí Minh
135 nam ky khoi nghia, ben thanh, quan 1, ho chi minh > 135, nam ky khoi nghia > Phường Bến Thành > Quận 1 > Hồ Chí Minh
135 NAM KỲ KHỞI NGHĨA, PHƯỜNG BẾN THÀNH, QUẬN 1, THÀNH PHỐ HỒ CHÍ MINH > 135, NAM KỲ KHỞI NGHĨA > Phường Bến Thành > Quận 1 > Hồ Chí Minh
2 Hải Triều, Phường Bến Nghé, Quận 01, TP. Hồ Chí Minh > 2, Hải Triều > Phường Bến Nghé > Quận 1 > Hồ Chí Minh
2 Hải Triều, Bến Nghé, District 1, Ho Chi Minh City > 2, Hải Triều > Phường Bến Nghé > Quận 1 > Hồ Chí Minh
2 Hai Trieu, Ben Nghe Ward, District 1, Ho Chi Minh City, Vietnam > 2, Hai Trieu > Phường Bến Nghé > Quận 1 > Hồ Chí Minh
2 Hai Trieu St., Ben Nghe Ward, District 1, Ho Chi Minh City 700000, Vietnam > 2, Hai Trieu > Phường Bến Nghé > Quận 1 > Hồ Chí Minh
15 Nguyen Hue Boulevard, Ward Ben Nghe, District 1, Ho Chi Minh > 15, Nguyen Hue > Phường Bến Nghé > Quận 1 > Hồ Chí Minh
2 Hải Triều, Phường Bến Nghé, Quận 1, Hồ Chí Minh, 700000, Việt Nam > 2, Hải Triều > Phường Bến Nghé > Quận 1 > Hồ Chí Minh
Miss Ao Dai Building, 21 Nguyễn Trung Ngạn, Phường Bến Nghé, Quận 1, Hồ Chí Minh, Vietnam > 21, Nguyễn Trung Ngạn > Phường Bến Nghé > Quận 1 > Hồ Chí Minh
Tầng 5, Tòa nhà Bitexco, 2 Hải Triều, Phường Bến Nghé, Quận 1, Hồ Chí Minh > 2, Hải Triều > Phường Bến Nghé > Quận 1 > Hồ Chí Minh
B1-05 Vinhomes Central Park, 208 Nguyễn Hữu Cảnh, Phường 22, Quận Bình Thạnh, Hồ Chí Minh > 208, Nguyễn Hữu Cảnh > Phường 22 > Quận Bình Thạnh > Hồ Chí Minh
Lô B-7 Đường D5, Phường 25, Quận Bình Thạnh, Hồ Chí Minh > B-7, D5 > Phường 25 > Quận Bình Thạnh > Hồ Chí Minh
Chợ Bến Thành, Phường Bến Thành, Quận 1, Hồ Chí Minh > -, Chợ Bến Thành > Phường Bến Thành > Quận 1 > Hồ Chí Minh
27 Đ. Lê Lợi, Phường Bến Nghé, Quận 1, TP Hồ Chí Minh > 27, Lê Lợi > Phường Bến Nghé > Quận 1 > Hồ Chí Minh
27 Lê Lợi, Phường Sài Gòn, Thành phố Hồ Chí Minh > 27, Lê Lợi > Phường Sài Gòn > - > Hồ Chí Minh
27 Lê Lợi, Sài Gòn, Hồ Chí Minh > 27, Lê Lợi > Phường Sài Gòn > - > Hồ Chí Minh
27 Lê Lợi, Phường Sài Gòn, Quận 1, Thành phố Hồ Chí Minh > 27, Lê Lợi > Phường Sài Gòn > Quận 1 > Hồ Chí Minh
27 Le Loi, Sai Gon Ward, Ho Chi Minh City > 27, Le Loi > Phường Sài Gòn > - > Hồ Chí Minh
27 Lê Lợi, Phường Bến Nghé, Quận 1, Sài Gòn > 27, Lê Lợi > Phường Bến Nghé > Quận 1 > Hồ Chí Minh
1559 Đường 3/2, Phường 16, Quận 11, Hồ Chí Minh > 1559, 3/2 > Phường 16 > Quận 11 > Hồ Chí Minh
1559 3 Tháng 2, Phường 16, Quận 11, Hồ Chí Minh > 1559, 3 Tháng 2 > Phường 16 > Quận 11 > Hồ Chí Minh
1559 Ba Tháng Hai, Phường 16, Quận 11, Hồ Chí Minh > 1559, Ba Tháng Hai > Phường 16 > Quận 11 > Hồ Chí Minh
12 Đường số 7, Phường Linh Trung, Thành phố Thủ Đức, Thành phố Hồ Chí Minh > 12, số 7 > Phường Linh Trung > Thành phố Thủ Đức > Hồ Chí Minh
12 Đường số 7, Phường Linh Trung, Quận Thủ Đức, Thành phố Hồ Chí Minh > 12, số 7 > Phường Linh Trung > Quận Thủ Đức > Hồ Chí Minh
12 Đường số 7, Linh Trung, Thủ Đức, Hồ Chí Minh > 12, số 7 > Phường Linh Trung > Thành phố Thủ Đức > Hồ Chí Minh
40 Thảo Điền, Phường Thảo Điền, Quận 2, Hồ Chí Minh > 40, Thảo Điền > Phường Thảo Điền > Quận 2 > Hồ Chí Minh
40 Thao Dien, Thao Dien Ward, Thu Duc City, Ho Chi Minh City > 40, Thao Dien > Phường Thảo Điền > Thành phố Thủ Đức > Hồ Chí Minh
97 Man Thiện, Phường Hiệp Phú, Quận 9, Hồ Chí Minh > 97, Man Thiện > Phường Hiệp Phú > Quận 9 > Hồ Chí Minh
97 Man Thiện, Phường Tăng Nhơn Phú, Thành phố Hồ Chí Minh > 97, Man Thiện > Phường Tăng Nhơn Phú > - > Hồ Chí Minh
720A Điện Biên Phủ, Phường 22, Quận Bình Thạnh, Hồ Chí Minh > 720A, Điện Biên Phủ > Phường 22 > Quận Bình Thạnh > Hồ Chí Minh
Landmark 81, 720A Điện Biên Phủ, Phường 22, Quận Bình Thạnh, Hồ Chí Minh > 720A, Điện Biên Phủ > Phường 22 > Quận Bình Thạnh > Hồ Chí Minh
720A Điện Biên Phủ, Phường Thạnh Mỹ Tây, Hồ Chí Minh > 720A, Điện Biên Phủ > Phường Thạnh Mỹ Tây > - > Hồ Chí Minh
12 Nơ Trang Long, Bình Thạnh, Hồ Chí Minh > 12, Nơ Trang Long > Phường Bình Thạnh > - > Hồ Chí Minh
45 Bà Huyện Thanh Quan, Phường 6, Quận 3, Hồ Chí Minh > 45, Bà Huyện Thanh Quan > Phường 6 > Quận 3 > Hồ Chí Minh
45 Bà Huyện Thanh Quan, Phường Võ Thị Sáu, Quận 3, Hồ Chí Minh > 45, Bà Huyện Thanh Quan > Phường Võ Thị Sáu > Quận 3 > Hồ Chí Minh
45 Bà Huyện Thanh Quan, Phường Xuân Hòa, Thành phố Hồ Chí Minh > 45, Bà Huyện Thanh Quan > Phường Xuân Hòa > - > Hồ Chí Minh
281/56/7 Lê Văn Sỹ, Phường 1, Quận Tân Bình, Hồ Chí Minh > 281/56/7, Lê Văn Sỹ > Phường 1 > Quận Tân Bình > Hồ Chí Minh
7 hẻm 281/56 Lê Văn Sỹ, Phường 1, Quận Tân Bình, Hồ Chí Minh > 281/56/7, Lê Văn Sỹ > Phường 1 > Quận Tân Bình > Hồ Chí Minh
725 Hẻm số 7 Thành Thái, Phường 14, Quận 10, Hồ Chí Minh > 7/725, Thành Thái > Phường 14 > Quận 10 > Hồ Chí Minh
845 Quốc lộ 1A, Phường An Lạc, Quận Bình Tân, Hồ Chí Minh > 845, Quốc lộ 1A > Phường An Lạc > Quận Bình Tân > Hồ Chí Minh
845 QL1A, Phường An Lạc, Quận Bình Tân, Hồ Chí Minh > 845, QL1A > Phường An Lạc > Quận Bình Tân > Hồ Chí Minh
12-14 Nguyễn Trãi, Phường Phạm Ngũ Lão, Quận 1, Hồ Chí Minh > 12-14, Nguyễn Trãi > Phường Phạm Ngũ Lão > Quận 1 > Hồ Chí Minh
11 Bis Phan Ngữ, Phường Đa Kao, Quận 1, Hồ Chí Minh > 11BIS, Phan Ngữ > Phường Đa Kao > Quận 1 > Hồ Chí Minh
Lô A12 Đường D5, Phường 25, Quận Bình Thạnh, Hồ Chí Minh > A12, D5 > Phường 25 > Quận Bình Thạnh > Hồ Chí Minh
Số 5 Đường D2, Phường 25, Quận Bình Thạnh, Hồ Chí Minh > 5, D2 > Phường 25 > Quận Bình Thạnh > Hồ Chí Minh
Ấp 3, Xã Phước Kiển, Huyện Nhà Bè, Thành phố Hồ Chí Minh > -, Ấp 3 > Xã Phước Kiển > Huyện Nhà Bè > Hồ Chí Minh
12 Ấp 3, Xã Phước Kiển, Huyện Nhà Bè, Thành phố Hồ Chí Minh > 12, Ấp 3 > Xã Phước Kiển > Huyện Nhà Bè > Hồ Chí Minh
12 Tỉnh lộ 8, Thị trấn Củ Chi, Huyện Củ Chi, Hồ Chí Minh > 12, Tỉnh lộ 8 > Thị trấn Củ Chi > Huyện Củ Chi > Hồ Chí Minh
12 Tỉnh lộ 8, Củ Chi, Củ Chi, Hồ Chí Minh > 12, Tỉnh lộ 8 > Thị trấn Củ Chi > Huyện Củ Chi > Hồ Chí Minh
5 Duyên Hải, Thị trấn Cần Thạnh, Huyện Cần Giờ, Hồ Chí Minh > 5, Duyên Hải > Thị trấn Cần Thạnh > Huyện Cần Giờ > Hồ Chí Minh
12 Yersin, Phường Thủ Dầu Một, Thành phố Hồ Chí Minh > 12, Yersin > Phường Thủ Dầu Một > - > Hồ Chí Minh
12 Yersin, Phường Hiệp Thành, Thành phố Thủ Dầu Một, Tỉnh Bình Dương > 12, Yersin > Phường Hiệp Thành > Thành phố Thủ Dầu Một > Bình Dương
12 Yersin, Phường Hiệp Thành, Thành phố Thủ Dầu Một, Thành phố Hồ Chí Minh > 12, Yersin > Phường Hiệp Thành > Thành phố Thủ Dầu Một > Hồ Chí Minh
5 Hạ Long, Phường 2, Thành phố Vũng Tàu, Tỉnh Bà Rịa - Vũng Tàu > 5, Hạ Long > Phường 2 > Thành phố Vũng Tàu > Bà Rịa - Vũng Tàu
5 Ha Long, Ward 2, Vung Tau City, Ba Ria Vung Tau Province > 5, Ha Long > Phường 2 > Thành phố Vũng Tàu > Bà Rịa - Vũng Tàu
12 Quán Thánh, Phường Quán Thánh, Quận Ba Đình, Hà Nội > 12, Quán Thánh > Phường Quán Thánh > Quận Ba Đình > Hà Nội
12 Quan Thanh, Quan Thanh, Ba Dinh, Hanoi > 12, Quan Thanh > Phường Quán Thánh > Quận Ba Đình > Hà Nội
12 Phố Huế, Phường Phố Huế, Quận Hai Bà Trưng, Hà Nội > 12, Huế > Phường Phố Huế > Quận Hai Bà Trưng > Hà Nội
Số 12 ngõ 34, Phố Huế, Phường Phố Huế, Quận Hai Bà Trưng, Hà Nội > 34/12, Huế > Phường Phố Huế > Quận Hai Bà Trưng > Hà Nội
Số 12 ngách 5 ngõ 34 Phố Huế, Phường Phố Huế, Quận Hai Bà Trưng, Hà Nội > 34/5/12, Huế > Phường Phố Huế > Quận Hai Bà Trưng > Hà Nội
48 Hàng Bạc, Phường Hàng Bạc, Quận Hoàn Kiếm, Hà Nội > 48, Hàng Bạc > Phường Hàng Bạc > Quận Hoàn Kiếm > Hà Nội
48 Hàng Bạc, Phường Hoàn Kiếm, Thành phố Hà Nội > 48, Hàng Bạc > Phường Hoàn Kiếm > - > Hà Nội
12 Xã Đàn, Phường Nam Đồng, Quận Đống Đa, Hà Nội > 12, Xã Đàn > Phường Nam Đồng > Quận Đống Đa > Hà Nội
17 Duy Tân, Phường Dịch Vọng Hậu, Quận Cầu Giấy, Hà Nội > 17, Duy Tân > Phường Dịch Vọng Hậu > Quận Cầu Giấy > Hà Nội
58 Quốc Tử Giám, Phường Văn Miếu - Quốc Tử Giám, Thành phố Hà Nội > 58, Quốc Tử Giám > Phường Văn Miếu - Quốc Tử Giám > - > Hà Nội
12 Ngã Tư Sở, Phường Ngã Tư Sở, Quận Đống Đa, Hà Nội > 12, Ngã Tư Sở > Phường Ngã Tư Sở > Quận Đống Đa > Hà Nội
Thôn Đông, Xã Đông Anh, Thành phố Hà Nội > -, Thôn Đông > Xã Đông Anh > - > Hà Nội
K12/34 Lê Duẩn, Phường Thạc Gián, Quận Thanh Khê, Thành phố Đà Nẵng > K12/34, Lê Duẩn > Phường Thạc Gián > Quận Thanh Khê > Đà Nẵng
K12/34 Le Duan, Thac Gian, Thanh Khe, Danang > K12/34, Le Duan > Phường Thạc Gián > Quận Thanh Khê > Đà Nẵng
36 Bạch Đằng, Phường Hải Châu, Thành phố Đà Nẵng > 36, Bạch Đằng > Phường Hải Châu > - > Đà Nẵng
5 Lê Lợi, Phường Máy Tơ, Quận Ngô Quyền, Hải Phòng > 5, Lê Lợi > Phường Máy Tơ > Quận Ngô Quyền > Hải Phòng
5 Le Loi, May To, Ngo Quyen, Haiphong > 5, Le Loi > Phường Máy Tơ > Quận Ngô Quyền > Hải Phòng
30 Nguyễn Trãi, Phường Trần Phú, Thành phố Hải Dương, Tỉnh Hải Dương > 30, Nguyễn Trãi > Phường Trần Phú > Thành phố Hải Dương > Hải Dương
30 Nguyễn Trãi, Trần Phú, Hải Dương, Hải Dương > 30, Nguyễn Trãi > Phường Trần Phú > Thành phố Hải Dương > Hải Dương
1 Hòa Bình, Phường Ninh Kiều, Thành phố Cần Thơ > 1, Hòa Bình > Phường Ninh Kiều > - > Cần Thơ
1 Hoà Bình, Phường Tân An, Quận Ninh Kiều, Cần Thơ > 1, Hoà Bình > Phường Tân An > Quận Ninh Kiều > Cần Thơ
12 Trần Phú, Phường Lộc Thọ, Thành phố Nha Trang, Tỉnh Khánh Hòa > 12, Trần Phú > Phường Lộc Thọ > Thành phố Nha Trang > Khánh Hòa
12 Trần Phú, Phường Nha Trang, Khánh Hoà > 12, Trần Phú > Phường Nha Trang > - > Khánh Hòa
Kiệt 12 Nguyễn Huệ, Phường Phú Nhuận, Thành phố Huế, Tỉnh Thừa Thiên Huế > 12, Nguyễn Huệ > Phường Phú Nhuận > Thành phố Huế > Huế
3 Hùng Vương, Phường Phú Hội, Quận Thuận Hóa, Thành phố Huế > 3, Hùng Vương > Phường Phú Hội > Quận Thuận Hóa > Huế
3 Hùng Vương, Phường Thuận Hóa, Thành phố Huế > 3, Hùng Vương > Phường Thuận Hóa > - > Huế
3 Bùi Thị Xuân, Phường Phường Đúc, Thành phố Huế, Thừa Thiên - Huế > 3, Bùi Thị Xuân > Phường Phường Đúc > Thành phố Huế > Huế
8 Lê Duẩn, Phường Tân Thành, Thành phố Buôn Ma Thuột, Tỉnh Đắk Lắk > 8, Lê Duẩn > Phường Tân Thành > Thành phố Buôn Ma Thuột > Đắk Lắk
8 Le Duan, Tan Thanh, Buon Ma Thuot, Dak Lak > 8, Le Duan > Phường Tân Thành > Thành phố Buôn Ma Thuột > Đắk Lắk
8 Lê Duẩn, Phường Buôn Ma Thuột, Đắc Lắc > 8, Lê Duẩn > Phường Buôn Ma Thuột > - > Đắk Lắk
Thôn 3, Xã Ea Tu, Thành phố Buôn Ma Thuột, Đắk Lắk > -, Thôn 3 > Xã Ea Tu > Thành phố Buôn Ma Thuột > Đắk Lắk
4 Thống Nhất, Thị trấn Phan Rang, Thành phố Phan Rang - Tháp Chàm, Tỉnh Ninh Thuận > 4, Thống Nhất > ? > ? > Ninh Thuận
10 Trần Quốc Toản, Phường Xuân Hương - Đà Lạt, Tỉnh Lâm Đồng > 10, Trần Quốc Toản > Phường Xuân Hương - Đà Lạt > - > Lâm Đồng
1 Buôn Cư H'lâm, Thị trấn Ea Pốk, Huyện Cư M'gar, Tỉnh Đắk Lắk > 1, Buôn Cư H'lâm > Thị trấn Ea Pốk > ? > Đắk Lắk
`;

const gazetteer = loadGazetteer();
const rows = GOOD.trim()
  .split("\n")
  .map((row) => row.split(" > "));

for (const [address = "", line, ward, district, province] of rows) {
  test(`good address: ${address}`, () => {
    const parsed = parseAddress(address, gazetteer);
    if (isRefusal(parsed)) assert.fail(parsed.why);
    assert.ok("line" in parsed);
    assert.equal(`${parsed.line.parts.join("/") || "-"}, ${parsed.line.street}`, line);
    if (ward !== "?") assert.equal(parsed.ward.found[0]?.name, ward);
    if (district !== "?") assert.equal(parsed.district?.found[0]?.name ?? "-", district);
    assert.equal(parsed.province.found.name, province);
  });
}
