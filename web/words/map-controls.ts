// MapLibre's own words, by the names it gives them.
const en = {
  "Map.Title": "Map",
  "NavigationControl.ZoomIn": "Zoom in",
  "NavigationControl.ZoomOut": "Zoom out",
  "AttributionControl.ToggleAttribution": "Show or hide the map's sources",
  "CooperativeGesturesHandler.WindowsHelpText": "Hold Ctrl and scroll to zoom the map",
  "CooperativeGesturesHandler.MacHelpText": "Hold ⌘ and scroll to zoom the map",
  "CooperativeGesturesHandler.MobileHelpText": "Move the map with two fingers",
};

const vi: typeof en = {
  "Map.Title": "Bản đồ",
  "NavigationControl.ZoomIn": "Phóng to",
  "NavigationControl.ZoomOut": "Thu nhỏ",
  "AttributionControl.ToggleAttribution": "Hiện hoặc ẩn nguồn bản đồ",
  "CooperativeGesturesHandler.WindowsHelpText": "Giữ Ctrl và cuộn để phóng bản đồ",
  "CooperativeGesturesHandler.MacHelpText": "Giữ ⌘ và cuộn để phóng bản đồ",
  "CooperativeGesturesHandler.MobileHelpText": "Dùng hai ngón tay để di chuyển bản đồ",
};

export const mapControls = { en, vi };
