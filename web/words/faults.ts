// What the server says is wrong with a field of a form, put into the reader's language. The server speaks English
// (D1); a sentence that is not known here is shown as it came.

import { GENERAL, refusalsByCode } from "./refusals.ts";

type Translation = readonly [pattern: RegExp, say: (...parts: string[]) => string];

// What was typed stands in the field already.
const ENGLISH: readonly Translation[] = [
  [/^\S+ is no (?:city|service) id: (.+)$/, (rule) => capitalised(rule ?? "")],
  [
    /An address is house number and street/,
    () => "Choose what is offered, click the map, or write house and street, ward, district, province.",
  ],
  [/^"(.+)" is no province of Vietnam/, (name) => `“${name}” is no province: write it last, after a comma.`],
];

const VIETNAMESE: readonly Translation[] = [
  [
    /An address is house number and street/,
    () => "Hãy chọn một gợi ý, bấm vào bản đồ, hoặc viết số nhà và đường, phường, quận, tỉnh.",
  ],
  [/^"(.+)" is no province of Vietnam/, (name) => `“${name}” không phải tỉnh thành: hãy viết ở cuối, sau dấu phẩy.`],
  [/^must have (\d+) to (\d+) characters\.$/, (min, max) => `Cần từ ${min} đến ${max} ký tự.`],
  [/^is among those that are tried first/, () => "Mật khẩu này quá phổ biến; hãy chọn mật khẩu khác."],
  [/^is not an e-mail address\.$/, () => "Đây không phải địa chỉ email."],
  [/^an owner is not limited to cities\.$/, () => "Chủ sở hữu không bị giới hạn thành phố."],
  [/^there is no city (\S+)\.$/, (city) => `Không có thành phố ${city}.`],
  [/is required[.;]/, () => "Cần điền."],
  [/is more than 5 minutes in the past/, () => "Giờ này đã qua."],
  [/^must be a whole number from (\S+) to (\S+)\.$/, (min, max) => `Phải là số nguyên từ ${min} đến ${max}.`],
  [/^must be from (\S+) to (\S+), in steps of (\S+)\.$/, (min, max, step) => `Từ ${min} đến ${max}, bước ${step}.`],
  [/^must be a text of 1 to (\d+) characters\.$/, (max) => `Cần từ 1 đến ${max} ký tự.`],
  [/^must be one of (.+)\.$/, (choices) => `Chọn một trong: ${choices}.`],
  [/^must be an? (?:number|integer)\.$/, () => "Phải là một số."],
  [/^is (?:missing|needed for a new city)\.$/, () => "Cần điền."],
  [/is no city id:/, () => "Mã thành phố gồm ba chữ in hoa, khác VNM."],
  [/is no service id:/, () => "Mã dịch vụ gồm chữ in hoa, số và dấu gạch, ví dụ BIKE hoặc TRUCK-500."],
  [/^The city (\S+) of service \S+ is unknown/, (city) => `Chưa có thành phố ${city}; hãy lưu thành phố trước.`],
  [/^must lie inside the outline\.$/, () => "Phải nằm trong ranh giới."],
  [/^must be an IANA name/, () => "Cần tên múi giờ IANA, ví dụ Asia/Ho_Chi_Minh."],
  [/^must be two capital letters\.$/, () => "Cần hai chữ in hoa."],
  [/^must not be above max_stop_points\.$/, () => "Không được lớn hơn số điểm tối đa."],
  [/^must make the id (\S+)-<CODE>, with a code/, (id) => `Mã gồm chữ in hoa, số và dấu gạch; thành ${id}-<MÃ>.`],
  [/^holds (\S+) twice\.$/, (id) => `${id} có hai lần.`],
  [/^may hold at most (\d+)/, (max) => `Nhiều nhất ${max}.`],
  [/^must hold 1 to (\d+) tiers/, (max) => `Cần 1 đến ${max} bậc có mã khác nhau, ít nhất một bậc chọn được.`],
  [/^needs sizes and weights above 0\.$/, () => "Kích thước và khối lượng phải lớn hơn 0."],
  [/^must hold 1 to (\d+) blocks/, (max) => `Cần 1 đến ${max} mức với giá trị hàng tăng dần.`],
  [/^must name days from 1/, () => "Hãy chọn ít nhất một ngày."],
  [/^needs from and to as "HH:MM"/, () => "Giờ viết dạng 07:00, từ trước đến, muộn nhất 24:00; ca đêm tách làm hai."],
  [/^must hold rings of at least 3 corners/, () => "Mỗi vùng cần ít nhất ba góc."],
  [/^must hold at least one polygon\.$/, () => "Cần ít nhất một vùng."],
  [/^must be a GeoJSON/, () => "Cần một vùng GeoJSON (Polygon hoặc MultiPolygon)."],
  [/^must hold polygons of one ring each/, () => "Mỗi vùng chỉ có một vòng: không có lỗ bên trong."],
  [/^must name at least one time/, () => "Cần ít nhất một giờ, ví dụ 09:00."],
  [/^must be a time as "HH:MM"/, () => "Giờ viết dạng 09:00."],
  [/^must be below plan_within/, () => "Phải nhỏ hơn thời hạn đã hứa."],
  [/^must name 1 to (\d+) services/, (max) => `Cần 1 đến ${max} dịch vụ; để trống là mọi dịch vụ.`],
  [/^must be before ends_at\.$/, () => "Phải trước lúc hết hiệu lực."],
  [/^holds (\S+), which is neither a service nor a group\.$/, (id) => `${id} không phải dịch vụ hay nhóm dịch vụ.`],
  [/^A promo code is 2 to 32 letters/, () => "Mã gồm 2 đến 32 chữ, số, - hoặc _, bắt đầu bằng chữ hoặc số."],
  [/^must be an http or https URL\.$/, () => "Cần một địa chỉ http hoặc https."],
  [/^must lead to a public address\.$/, () => "Phải là một địa chỉ công khai."],
  [/^must be 1 to (\d+) visible ASCII characters/, (max) => `Cần 1 đến ${max} ký tự ASCII, không có khoảng trắng.`],
  [/^must be 1 to (\d+) characters without a colon\.$/, (max) => `Cần 1 đến ${max} ký tự, không có dấu hai chấm.`],
  [/^must be at most (\d+) characters\.$/, (max) => `Nhiều nhất ${max} ký tự.`],
];

// At its field a fault need not say the field's name, which is not the one on the screen either.
function withoutName(description: string, field: string): string {
  const rest = description.startsWith(field) ? description.slice(field.length).replace(/^[:\s]+/, "") : description;
  return rest;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function translated(rule: string, translations: readonly Translation[]): string | undefined {
  for (const [pattern, say] of translations) {
    const found = pattern.exec(rule);
    if (found) return say(...found.slice(1));
  }
  return undefined;
}

// `code`: what the refusal is called, for a sentence that nobody has translated.
export const faultWords = {
  en: (description: string, field: string, code = ""): string => {
    const rule = withoutName(description, field);
    const known = GENERAL.has(code) ? undefined : refusalsByCode.en(code);
    return translated(rule, ENGLISH) ?? known ?? capitalised(rule);
  },
  vi: (description: string, field: string, code = ""): string => {
    const rule = withoutName(description, field);
    return translated(rule, VIETNAMESE) ?? refusalsByCode.vi(code) ?? capitalised(rule);
  },
};
