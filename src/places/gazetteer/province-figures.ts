// The 63 provinces of before July 2025 and the 34 they became: a row is a province of today, then those it took in.
// Figures are the middle (median) of a province's wards, to two decimals: where its people are, not its geometric centre.
import { type LatLng, readPoints } from "../../domain/geo.ts";

export type ProvinceFigures = {
  readonly name: string;
  // Official code of the province of today it is, or went into.
  readonly code: string;
  readonly isCurrent: boolean;
  readonly centre: LatLng;
};

// "code Name lat,lng + Former name lat,lng …"
const ROWS = `
01 Hà Nội 21.02,105.78
04 Cao Bằng 22.74,106.17
08 Tuyên Quang 21.99,105.27 + Hà Giang 22.76,104.96
11 Điện Biên 21.63,103.15
12 Lai Châu 22.32,103.38
14 Sơn La 21.18,104.05
15 Lào Cai 22.40,104.13 + Yên Bái 21.75,104.64
19 Thái Nguyên 21.63,105.82 + Bắc Kạn 22.22,105.82
20 Lạng Sơn 21.83,106.54
22 Quảng Ninh 21.09,107.16
24 Bắc Ninh 21.12,106.09 + Bắc Giang 21.34,106.29
25 Phú Thọ 21.36,105.17 + Hoà Bình 20.65,105.36 + Vĩnh Phúc 21.33,105.55
31 Hải Phòng 20.80,106.64 + Hải Dương 20.92,106.34
33 Hưng Yên 20.82,106.06 + Thái Bình 20.51,106.39
37 Ninh Bình 20.19,105.96 + Hà Nam 20.55,105.97 + Nam Định 20.27,106.20
38 Thanh Hóa 19.96,105.59
40 Nghệ An 19.11,105.34
42 Hà Tĩnh 18.37,105.80
44 Quảng Trị 16.75,107.03 + Quảng Bình 17.67,106.41
46 Huế 16.43,107.58
48 Đà Nẵng 16.04,108.19 + Quảng Nam 15.65,108.20
51 Quảng Ngãi 15.04,108.73 + Kon Tum 14.61,107.89
52 Gia Lai 13.84,108.17 + Bình Định 14.05,109.03
56 Khánh Hòa 12.25,109.10 + Ninh Thuận 11.63,108.94
66 Đắk Lắk 12.75,108.23 + Phú Yên 13.12,109.17
68 Lâm Đồng 11.70,108.12 + Bình Thuận 11.07,108.03 + Đắk Nông 12.22,107.72
75 Đồng Nai 10.94,107.15 + Bình Phước 11.74,106.85
79 Hồ Chí Minh 10.79,106.67 + Bình Dương 11.10,106.69 + Bà Rịa - Vũng Tàu 10.53,107.21
80 Tây Ninh 11.31,106.16 + Long An 10.64,106.40
82 Đồng Tháp 10.58,105.61 + Tiền Giang 10.38,106.32
86 Vĩnh Long 10.11,105.99 + Bến Tre 10.15,106.44 + Trà Vinh 9.82,106.34
91 An Giang 10.52,105.20 + Kiên Giang 9.91,105.08
92 Cần Thơ 10.08,105.58 + Sóc Trăng 9.59,105.94 + Hậu Giang 9.79,105.63
96 Cà Mau 9.02,105.06 + Bạc Liêu 9.30,105.49
`;

export const PROVINCES: readonly ProvinceFigures[] = ROWS.trim().split("\n").flatMap(readRow);

function readRow(row: string): ProvinceFigures[] {
  const code = row.slice(0, 2);
  const parts = row.slice(3).split(" + ");
  return parts.map((part, at) => {
    const name = part.slice(0, part.lastIndexOf(" "));
    return { name, code, isCurrent: at === 0, centre: readPoints(part)[0]! };
  });
}
