// Units that were gone before the gazetteer package begins and are still written on parcels every day.

// "Province | District: ward, ward …" A district that was cut out of what later became one: Thủ Đức City was three districts
// until 2021, and the wards kept their names.
export const FORMER_DISTRICTS = `
Hồ Chí Minh | Quận 2 | Thành phố Thủ Đức: An Khánh, An Lợi Đông, An Phú, Bình Trưng Đông, Bình Trưng Tây, Cát Lái, Thảo Điền, Thạnh Mỹ Lợi, Thủ Thiêm
Hồ Chí Minh | Quận 9 | Thành phố Thủ Đức: Hiệp Phú, Long Bình, Long Phước, Long Thạnh Mỹ, Long Trường, Phú Hữu, Phước Bình, Phước Long A, Phước Long B, Tân Phú, Tăng Nhơn Phú A, Tăng Nhơn Phú B, Trường Thạnh
Hồ Chí Minh | Quận Thủ Đức | Thành phố Thủ Đức: Bình Chiểu, Bình Thọ, Hiệp Bình Chánh, Hiệp Bình Phước, Linh Chiểu, Linh Đông, Linh Tây, Linh Trung, Linh Xuân, Tam Bình, Tam Phú, Trường Thọ
Huế | Thành phố Huế | Quận Thuận Hóa: *
Huế | Thành phố Huế | Quận Phú Xuân: *
Huế | Huyện Nam Đông | Huyện Phú Lộc: Khe Tre, Hương Phú, Hương Sơn, Hương Lộc, Thượng Quảng, Hương Xuân, Hương Hữu, Thượng Lộ, Thượng Long, Thượng Nhật
`;

// "Province | District | Ward > ward it went into", of the mergers inside Hồ Chí Minh City in 2021.
export const FORMER_WARDS = `
Hồ Chí Minh | Quận 3 | Phường 6 > Phường Võ Thị Sáu
Hồ Chí Minh | Quận 3 | Phường 7 > Phường Võ Thị Sáu
Hồ Chí Minh | Quận 3 | Phường 8 > Phường Võ Thị Sáu
Hồ Chí Minh | Quận 4 | Phường 5 > Phường 2
Hồ Chí Minh | Quận 4 | Phường 12 > Phường 13
Hồ Chí Minh | Quận 5 | Phường 15 > Phường 12
Hồ Chí Minh | Quận 10 | Phường 3 > Phường 2
Hồ Chí Minh | Quận Phú Nhuận | Phường 12 > Phường 11
Hồ Chí Minh | Quận Phú Nhuận | Phường 14 > Phường 13
Hồ Chí Minh | Quận 2 | Phường Bình An > Phường An Khánh
Hồ Chí Minh | Quận 2 | Phường Bình Khánh > Phường An Khánh
Đà Nẵng | Quận Hải Châu | Phường Hải Châu I > Phường Hải Châu
Đà Nẵng | Quận Hải Châu | Phường Hải Châu 1 > Phường Hải Châu
Đà Nẵng | Quận Hải Châu | Phường Hải Châu II > Phường Hải Châu
Đà Nẵng | Quận Hải Châu | Phường Hải Châu 2 > Phường Hải Châu
`;

// Names in use for a province beside its own.
export const PROVINCE_ALIASES: Readonly<Record<string, string>> = {
  "Sài Gòn": "Hồ Chí Minh",
  "Thừa Thiên Huế": "Huế",
  "Thừa Thiên - Huế": "Huế",
  "Bà Rịa Vũng Tàu": "Bà Rịa - Vũng Tàu",
  "Đắc Lắc": "Đắk Lắk",
  Daklak: "Đắk Lắk",
  "Đắc Nông": "Đắk Nông",
  "Bắc Cạn": "Bắc Kạn",
  "Hồ Chí Minh City": "Hồ Chí Minh",
};
