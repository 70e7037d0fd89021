// Why an order is in no route, or not in this driver's, and what would help.
import type { ObstacleCode } from "../../../src/domain/planning/obstacles.ts";
import { type Both, inBoth } from "../both.ts";

export const obstacleWords = inBoth({
  late: (minutes: number) => [`${minutes} min too late`, `trễ ${minutes} phút`],
  obstacles: {
    NO_VEHICLE: ["this vehicle is not there", "không có xe này"],
    VISITED_TWICE: ["a stop would be visited twice", "một điểm bị ghé hai lần"],
    PLANNED_AND_UNPLANNED: ["it is both in a route and in none", "vừa có vừa không trong tuyến"],
    STOP_NOT_VISITED: ["a stop would be left out", "bỏ sót một điểm"],
    SPLIT: ["it would be split between drivers", "đơn bị chia cho nhiều tài xế"],
    BEFORE_PICKUP: ["it would be delivered before it is fetched", "giao trước khi lấy hàng"],
    OTHER_SKILLS: [
      "needs other equipment; a vehicle that has it would help",
      "cần thiết bị khác; cần xe có thiết bị đó",
    ],
    ANOTHERS: ["is kept for another driver", "đang giữ cho tài xế khác"],
    NOT_FOR_DRIVER: [
      "nobody is left who may take it; a driver who did not refuse it would help",
      "không còn ai được nhận; cần tài xế chưa từ chối đơn",
    ],
    STARTS_TOO_FULL: ["the vehicle is too full already", "xe đã quá đầy"],
    TOO_MUCH: [
      "too heavy or too large for the vehicle; a larger vehicle or two orders would help",
      "quá nặng hoặc quá lớn với xe; cần xe lớn hơn hoặc tách thành hai đơn",
    ],
    TOO_MUCH_CASH: [
      "too much cash for the wallet; a driver with more in it, or another way to pay, would help",
      "tiền thu hộ vượt ví tài xế; cần tài xế có ví lớn hơn hoặc cách trả khác",
    ],
    LATE: [
      "would be late; a later promise or a nearer driver would help",
      "sẽ bị trễ; cần hẹn muộn hơn hoặc tài xế ở gần hơn",
    ],
    AFTER_SHIFT: [
      "ends after the shift; a longer shift or a nearer driver would help",
      "kết thúc sau ca; cần ca dài hơn hoặc tài xế ở gần hơn",
    ],
    REFUSED_BY_DRIVER: ["refused it", "đã từ chối"],
    OTHER_VEHICLE: ["has another kind of vehicle", "chạy loại xe khác"],
    LOCKED: ["is locked as it is", "đã khóa"],
    NOBODY: ["nobody is online", "không có tài xế trực tuyến"],
    NOBODY_LEFT: [
      "everybody who could has no room or no time left; more drivers or later promises would help",
      "ai nhận được cũng hết chỗ hoặc hết giờ; cần thêm tài xế hoặc hẹn muộn hơn",
    ],
    NO_ROAD: [
      "no road leads to one of its stops; a place near a road would help",
      "không có đường đến một điểm; cần địa điểm gần đường",
    ],
  } satisfies Record<ObstacleCode, Both> as Readonly<Record<ObstacleCode, Both>>,
});
