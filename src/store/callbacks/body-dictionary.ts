// What bodies of events are packed with: the words that most of them share, the likeliest last. Never changed: what was packed with it is
// read with it. A better one gets a number of its own (packed-body.ts), beside this.
const POINT_AFTER_ADDRESS = `","short_address":"","lat":10.7,"lng":106.6,"name":"Nguyễn ","mobile":"09","remarks":"","cod":0,"item_value":0,"status":"",`;
const POINT_END = `"complete_time":0,"complete_lat":0,"complete_lng":0,"complete_comment":"","fail_time":0,"fail_lat":0,"fail_lng":0,"fail_comment":"","located_by":"given","located_confidence":1,"located_as":""}`;
const ADDRESS = `","address":"Đường , Phường , Quận , Thành phố Hồ Chí Minh, Việt Nam`;

export const BODY_DICTIONARY = [
  // Now and then.
  `","tracking_number":"","remarks":""quote_id":"","weight":,"length":,"width":,"height":,"description":"","_id":"","num":1,"price":,"tier_code":"",`,
  `"ready_at":,"deliver_by":,"deliver_from":,"pickup_info":,"por_info":,"pod_info":,"after_fees":[{"kind":"RETURN","path_index":0,"fee":,"vat_fee":,`,
  `"total_fee":,"kind":"SECOND_ATTEMPT"}],{"rating":5,"comment":"","time":"located_by":"house","located_by":"street","after_gap":true}`,
  `"cancel_by_user":true,"cancelled_by":"user","cancel_comment":"","status":"CANCELLED","sub_status":"","outcome":"CANCELLED"`,
  `"status":"COMPLETED","sub_status":"","outcome":"FAILED","sub_status":"IN_RETURN","outcome":"RETURNING","payment_method":"CASH",`,
  `"event_type":"cancel","event_type":"fail","complete_time":1,"complete_lat":10.,"complete_lng":106.,"status":"IDLE","status":"FAILED","`,
  // Along the life of an order.
  `"status":"COMPLETED","sub_status":"","outcome":"DELIVERED","status":"IN PROCESS","sub_status":"","outcome":"OPEN",`,
  `"status":"ACCEPTED","sub_status":"ARRIVED","outcome":"OPEN","status":"COMPLETED","shared_link":""event_type":"create","event_seq":1}`,
  `"event_type":"accept","event_seq":2}"event_type":"arrive","event_seq":3}"event_type":"pickup","event_seq":4}`,
  `"supplier_id":"","supplier_name":"","supplier_phone":"","supplier_rating":0,"plate_number":"","supplier_plate_number":"","accept_time":0,`,
  `"board_time":0,"arrive_time":0,"confirm_time":0,"pay_time":0,"pickup_time":0,"complete_time":0,"return_time":0,"supplier_rating":5,`,
  // A whole one.
  `{"_id":"26","order_id":"26","status":"ASSIGNING","sub_status":"","outcome":"OPEN","currency":"VND","user_main_account":0,"user_bonus_account":0,`,
  `"total_pay":0,"total_fee":000,"total_price":000,"subtotal_price":000,"online_pay":000,"distance":,"duration":,"distance_fee":000,"request_fee":0,`,
  `"stop_fee":0,"road_fee":0,"vat_fee":000,"discount":0,"distance_price":000,"special_request_price":0,"stoppoint_price":0,"vat":000,`,
  `"voucher_discount":0,"surge_rate":1,"tariff_version":1,"payment_method":"BALANCE","promo_code":"","path":[{"action_type":"PICKUP`,
  `${ADDRESS}${POINT_AFTER_ADDRESS}${POINT_END},{"action_type":"DELIVERY`,
  `${ADDRESS}${POINT_AFTER_ADDRESS}"shared_link":"https:///t/",${POINT_END}],"requests":[],"items":[],"package_detail":[],"remarks":"",`,
  `"route_optimized":false,"polylines":"","map_version":"giao ","app":"partner-api","partner":"","service_id":"SGN-BIKE","city_id":"SGN",`,
  `"user_id":"849","user_name":"","user_imei":null,"create_time":17,"order_time":17,"idle_until":0,"index":0,"timeout":600,`,
  `"shared_link":"https:///t/","share_link":"https:///t/","supplier_id":"849","supplier_name":"Nguyễn ","supplier_phone":"849***",`,
  `"supplier_rating":0,"plate_number":"59","supplier_plate_number":"59","accept_time":17,"accept_lat":10.7,"accept_lng":106.6,"board_time":17,`,
  `"arrive_time":17,"confirm_time":0,"pay_time":0,"pickup_time":17,"complete_time":17,"return_time":0,"cancel_time":0,"cancel_by_user":false,`,
  `"cancelled_by":"","cancel_comment":"","cancel_code":"","comment":"","rebroadcast_comment":"","notify_package_return":false,`,
  `"uniform_user_feedback":0,"rating_by_user":null,"rating_by_receiver":null,"pending_period":0,"event_id":"evt_26_5","event_type":"deliver",`,
  `"event_seq":5}`,
].join("");
