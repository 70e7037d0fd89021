// What the API's description says first, in Vietnamese, by its English words: the groups of calls and what heads each call. What is
// not here (the operator's calls, how a field is used) stays English.

export type Language = "en" | "vi";

export function inLanguage(language: Language, text: string): string {
  return language === "vi" ? (VIETNAMESE[text] ?? text) : text;
}

export const VIETNAMESE: Readonly<Record<string, string>> = {
  "Giao partner API": "API đối tác Giao",
  "Deliveries for shops and marketplaces: accounts and tokens, cities and services, fees, orders, tracking, callbacks and routes. Every refusal has the body `{code, title, description}`; every answer has an `x-request-id`. The operator's calls are shown with the header `x-operator-key`, and in a browser that is signed in to the console.":
    "Giao hàng cho cửa hàng và sàn: tài khoản và token, thành phố và dịch vụ, giá, đơn hàng, theo dõi, callback và tuyến đường. Mỗi lời từ chối có thân `{code, title, description}`; mỗi câu trả lời có `x-request-id`. Các lệnh của nhà vận hành hiện ra khi có header `x-operator-key`, hoặc trong trình duyệt đã đăng nhập bảng điều hành.",

  Accounts: "Tài khoản",
  "Start here: `POST /v3/accounts/token` with the partner's API key and an account's phone number gives the token that most calls want as `Authorization: Bearer`. A new token ends the old one at once. A token for the whole partner is of another kind: `POST /v3/partner/tokens`.":
    "Bắt đầu ở đây: `POST /v3/accounts/token` với khoá API của đối tác và số điện thoại của tài khoản cho token mà hầu hết lệnh gọi cần trong `Authorization: Bearer`. Token mới làm token cũ hết hiệu lực ngay. Token cho cả đối tác là loại khác: `POST /v3/partner/tokens`.",
  "Get a token": "Lấy token",
  "Exchange a refresh token": "Đổi refresh token",
  "Register an account": "Đăng ký tài khoản",
  "Update the profile": "Cập nhật hồ sơ",
  "Get a token for the whole partner": "Lấy token cho cả đối tác",
  "The account: profile, wallets and limits": "Tài khoản: hồ sơ, ví và hạn mức",
  "Every movement of the account's wallets, newest first": "Mọi khoản ra vào ví của tài khoản, mới nhất trước",

  "Child accounts": "Tài khoản con",
  "Accounts under a parent: a shop and its branches. The child's phone gets a code, the parent activates it.":
    "Các tài khoản dưới một tài khoản mẹ: cửa hàng và chi nhánh. Điện thoại của tài khoản con nhận mã, tài khoản mẹ kích hoạt.",
  "List child accounts": "Danh sách tài khoản con",
  "Add a child account": "Thêm tài khoản con",
  "Activate a child account": "Kích hoạt tài khoản con",
  "Remove a child account": "Gỡ tài khoản con",

  "Cities and services": "Thành phố và dịch vụ",
  "Where deliveries are offered, how (BIKE, ECO, 2H …), and what may be asked for with them.":
    "Nơi có giao hàng, cách giao (BIKE, ECO, 2H …) và các yêu cầu kèm theo.",
  "List cities": "Danh sách thành phố",
  "List cities (version 1.0.0)": "Danh sách thành phố (phiên bản 1.0.0)",
  "List services": "Danh sách dịch vụ",
  "Service details": "Chi tiết dịch vụ",
  "Slots of a planned service": "Khung giờ của dịch vụ giao theo kế hoạch",
  Places: "Địa điểm",
  "Addresses as people type them, and what is at a point of the map.":
    "Địa chỉ như người ta gõ, và địa chỉ tại một điểm trên bản đồ.",
  "What an address that is being typed may mean": "Gợi ý địa chỉ khi đang gõ",
  "The address at a coordinate, in both administrative forms":
    "Địa chỉ tại một toạ độ, theo cả hai cách phân chia hành chính",
  "Whether a promo code may be used for a service now, and what it gives":
    "Mã khuyến mãi có dùng được cho dịch vụ lúc này không, và giảm bao nhiêu",

  Orders: "Đơn hàng",
  "Estimate, create, follow, change, cancel, rate. A price is in whole VND; an estimate's `quote_id` holds it for ten minutes. Send `idempotency-key` with every write: a repeat then answers with the first answer.":
    "Ước tính, tạo, theo dõi, sửa, huỷ, đánh giá. Giá tính bằng VND nguyên; `quote_id` của ước tính giữ giá trong mười phút. Gửi `idempotency-key` với mỗi lệnh ghi: gửi lại thì nhận đúng câu trả lời đầu tiên.",
  "Estimate fees": "Ước tính phí",
  "Create an order": "Tạo đơn hàng",
  "Order detail": "Chi tiết đơn hàng",
  "The caller's orders, or several by id": "Đơn của tài khoản gọi, hoặc nhiều đơn theo mã",
  "Update a point of an order": "Sửa một điểm của đơn",
  "Update a point of an order, or its time, goods or special requests":
    "Sửa một điểm của đơn, hoặc giờ giao, hàng hoá hay yêu cầu thêm",
  "Add a delivery point": "Thêm một điểm giao",
  "Remove a delivery point": "Bỏ một điểm giao",
  "Ask for a second attempt at a point that failed": "Yêu cầu giao lại một điểm không giao được",
  "Ask for what could not be delivered to be brought back": "Yêu cầu mang trả hàng không giao được",
  "Confirm an order whose driver waits for it at the pickup": "Xác nhận đơn khi tài xế đang chờ ở điểm lấy hàng",
  "Cancel an order": "Huỷ đơn hàng",
  "Cancel an order by a tracking number on it": "Huỷ đơn theo mã vận đơn",
  "Standard reasons to cancel, the user's and the driver's": "Lý do huỷ chuẩn, của người dùng và của tài xế",
  "Rate the driver": "Đánh giá tài xế",
  "How the price was made": "Giá được tính thế nào",
  "Public tracking link": "Liên kết theo dõi công khai",
  "Orders by tracking number": "Đơn theo mã vận đơn",
  "Orders by tracking number, in the path": "Đơn theo mã vận đơn, mã nằm trong đường dẫn",

  Callbacks: "Callback",
  "Every change of an order is posted to your URL, signed and in order. Settings, log, resend, and the same events to pull. What concerns the whole partner takes its API key, or a token made with it, instead of an account's token.":
    "Mỗi thay đổi của đơn được gửi đến URL của bạn, có chữ ký và đúng thứ tự. Cài đặt, nhật ký, gửi lại, và cùng các sự kiện đó để tự lấy. Việc của cả đối tác dùng khoá API, hoặc token tạo từ khoá đó, thay cho token của tài khoản.",
  "The log of callbacks about a tracking number, newest first": "Nhật ký callback của một mã vận đơn, mới nhất trước",
  "The callbacks as a stream to pull": "Các callback dưới dạng dòng sự kiện để tự lấy",
  "The callback settings and queue": "Cài đặt và hàng đợi callback",
  "Set where callbacks go": "Đặt nơi nhận callback",
  "Stop callbacks": "Ngừng callback",
  "Change the signing secret": "Đổi mã bí mật ký",
  "Send a test event and tell what the endpoint answered": "Gửi một sự kiện thử và cho biết nơi nhận trả lời gì",
  "Send events again: one, all that were given up since a time, or those of the log that fit":
    "Gửi lại sự kiện: một, mọi sự kiện đã bỏ từ một lúc nào đó, hoặc những sự kiện khớp trong nhật ký",
  "Everything the endpoint was told, newest first, with what became of it":
    "Mọi điều đã báo cho máy nhận, mới nhất trước, kèm kết quả",

  Routes: "Tuyến đường",
  "Ways, distances and tables in OSRM's v1 protocol, with the partner's route key in the header `api-key`.":
    "Đường đi, khoảng cách và bảng theo giao thức OSRM v1, với khoá tuyến đường của đối tác trong header `api-key`.",
  "Route and distance": "Tuyến đường và khoảng cách",
  "Table of durations and distances": "Bảng thời gian và khoảng cách",
  "Roads of a trace": "Các con đường của một hành trình",
  "Nearest roads": "Các con đường gần nhất",
  "Stops in the best order": "Các điểm dừng theo thứ tự tốt nhất",

  Sandbox: "Môi trường thử",
  "Only with MODE=sandbox: drive an order through its life without a driver's phone, and move the clock. Orders whose `remarks` hold `sim:none` are left alone by the robot drivers.":
    "Chỉ với MODE=sandbox: đưa đơn qua các bước mà không cần điện thoại tài xế, và chỉnh đồng hồ. Tài xế robot không động đến đơn có `sim:none` trong `remarks`.",
  "Where the robots are": "Robot đang ở đâu",
  "Advance the clock": "Cho đồng hồ chạy tới",
  "The next step of an order's normal life": "Bước tiếp theo trong vòng đời bình thường của đơn",
  "Any event of an order's life": "Một sự kiện bất kỳ trong vòng đời của đơn",
  "Check how the partner's receiver copes": "Kiểm tra nơi nhận callback của đối tác",

  "Base map": "Bản đồ nền",
  "The map that pages draw on: vector tiles of the same extract as the roads, and their style.":
    "Bản đồ mà các trang vẽ lên: vector tile từ cùng dữ liệu với đường sá, và kiểu vẽ.",
  "What the base map shows": "Bản đồ nền có gì",
  "The style of the base map, for MapLibre": "Kiểu vẽ của bản đồ nền, cho MapLibre",
  "The tiles: one PMTiles archive, read by byte ranges": "Các tile: một tệp PMTiles, đọc theo khoảng byte",

  Public: "Công khai",
  "For whoever has the link: the state of a delivery with the least data that tells it.":
    "Cho người có liên kết: tình trạng giao hàng với ít dữ liệu nhất có thể.",
  "The state of a delivery, by its public link": "Tình trạng giao hàng, theo liên kết công khai",
  "The same as a live stream of events": "Như trên, dưới dạng dòng sự kiện trực tiếp",
  "The recipient's rating of the driver": "Người nhận đánh giá tài xế",
  "A photo, by its unguessable link": "Một bức ảnh, theo liên kết không đoán được",

  Driver: "Tài xế",
  "The driver's side: sign in with phone and pin, go online, take offers, step by step to the door.":
    "Phía tài xế: đăng nhập bằng điện thoại và mã pin, bật nhận đơn, nhận lời mời, từng bước đến tận cửa.",
  "What a city asks of its drivers": "Thành phố yêu cầu gì ở tài xế",
  "Have a code sent to a phone": "Gửi mã đến điện thoại",
  "Prove a phone by its code": "Xác nhận điện thoại bằng mã",
  "One's own application": "Hồ sơ đăng ký của mình",
  "Write one's application": "Viết hồ sơ đăng ký",
  "Send the photo of a document": "Gửi ảnh giấy tờ",
  "Send one's application": "Nộp hồ sơ đăng ký",
  "The driver's documents, and which of them end": "Giấy tờ của tài xế, và giấy tờ nào sắp hết hạn",
  "A week: orders, earnings, COD and payouts": "Một tuần: đơn, thu nhập, thu hộ và chi trả",
  "Sign in": "Đăng nhập",
  "Sign out": "Đăng xuất",
  "Go online or offline": "Bật hoặc tắt nhận đơn",
  "What a browser subscribes to offers with": "Khóa để trình duyệt đăng ký nhận đơn mời",
  "Be told of offers by web push": "Nhận đơn mời qua thông báo đẩy",
  "Be told no more": "Thôi nhận thông báo đẩy",
  "Who is signed in, and whether online": "Ai đang đăng nhập, có đang nhận đơn không",
  "Report where the driver is": "Báo vị trí của tài xế",
  "Open offers, or a live stream of them": "Các lời mời đang mở, hoặc dòng trực tiếp",
  "Accept an offer": "Nhận lời mời",
  "Decline an offer": "Từ chối lời mời",
  "Orders in hand, or with past=true those that are over": "Đơn đang giữ, hoặc với past=true các đơn đã xong",
  "Every stop of the orders in hand, in the sequence to drive them":
    "Mọi điểm dừng của các đơn đang giữ, theo thứ tự chạy",
  "Routes this driver is asked about, each with its stops, kilometres, minutes and earnings":
    "Các tuyến đang mời tài xế, với điểm dừng, số km, số phút và thu nhập",
  "Accept a route with all its orders": "Nhận một tuyến với mọi đơn của nó",
  "Decline a route": "Từ chối một tuyến",
  "The plan of a city in force, and the routes that drivers were asked about in the last 12 hours":
    "Kế hoạch tuyến hiện hành của thành phố và các tuyến đã mời tài xế trong 12 giờ qua",
  "The way from one place to another, for the driver's vehicle": "Đường từ nơi này đến nơi khác, theo xe của tài xế",
  "At the pickup": "Đã đến điểm lấy hàng",
  "The sender has confirmed": "Người gửi đã xác nhận",
  "The sender has paid": "Người gửi đã trả tiền",
  "The goods are picked up": "Đã lấy hàng",
  "A point is delivered": "Đã giao một điểm",
  "A point cannot be delivered": "Không giao được một điểm",
  "Give the order up": "Bỏ đơn",
  "Bring back what could not be delivered": "Trả lại hàng không giao được",
  "Upload a photo as proof": "Tải ảnh làm bằng chứng",
  "The wallet": "Ví",
  "What moved the wallet, newest first": "Các khoản ra vào ví, mới nhất trước",
  "Put a stop off and come back to it": "Hoãn một điểm dừng và quay lại sau",

  Portal: "Cổng đối tác",
  "What only the partner's page needs; everything else it does with the calls above. The browser's session is a cookie.":
    "Chỉ trang của đối tác cần; mọi việc khác trang làm bằng các lệnh trên. Phiên của trình duyệt là một cookie.",
  "Sign a browser in": "Đăng nhập trình duyệt",
  "Who is signed in": "Ai đang đăng nhập",
  "Sign the browser out": "Đăng xuất trình duyệt",
  "The order history of the account and its children, newest first":
    "Lịch sử đơn của tài khoản và các tài khoản con, mới nhất trước",
  "The same history as a spreadsheet": "Cùng lịch sử đó dưới dạng bảng tính",
  "The partner's members and open invitations": "Thành viên của đối tác và lời mời đang mở",
  "Invite somebody by a link that is good once": "Mời người khác bằng liên kết dùng một lần",
  "Change a member's name or role, or keep them out": "Đổi tên hoặc vai trò của thành viên, hoặc chặn họ",
  "A link by which a member chooses a new password": "Liên kết để thành viên chọn mật khẩu mới",
  "Withdraw a link that was not used yet": "Thu hồi liên kết chưa dùng",
  "Whom a link is for": "Liên kết dành cho ai",
  "Choose a password by a link, and be signed in": "Chọn mật khẩu bằng liên kết và đăng nhập",
  "The partner's API keys that work": "Các khoá API còn hiệu lực của đối tác",
  "Make an API key": "Tạo khoá API",
  "A new key of the same name; the old one works for a day": "Khoá mới cùng tên; khoá cũ còn dùng được một ngày",
  "End an API key at once": "Huỷ khoá API ngay lập tức",
  "The account's orders, times and costs by hour, day or week":
    "Đơn hàng, thời gian và chi phí của tài khoản theo giờ, ngày hoặc tuần",
  "The same as a spreadsheet": "Như trên dưới dạng bảng tính",
  "What happened to an order, oldest first": "Những gì đã xảy ra với đơn, cũ nhất trước",
  "What the partner was told about an order, newest first, with every try":
    "Những gì đã báo cho đối tác về đơn, mới nhất trước, kèm mọi lần thử",

  Health: "Tình trạng hệ thống",
  "For machines that watch over the program.": "Cho các máy theo dõi chương trình.",
  "Whether the platform is up or delayed, and since when": "Nền tảng đang hoạt động hay chậm, và từ khi nào",
  "The process is up": "Chương trình đang chạy",
  "Database, migrations and map are ready": "Cơ sở dữ liệu, migration và bản đồ đã sẵn sàng",
};
