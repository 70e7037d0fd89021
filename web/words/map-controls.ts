// MapLibre's own words, by the names it gives them.
import { inBoth } from "./both.ts";

export const mapControls = inBoth({
  "Map.Title": ["Map", "Bản đồ"],
  "NavigationControl.ZoomIn": ["Zoom in", "Phóng to"],
  "NavigationControl.ZoomOut": ["Zoom out", "Thu nhỏ"],
  "AttributionControl.ToggleAttribution": ["Show or hide the map's sources", "Hiện hoặc ẩn nguồn bản đồ"],
  "CooperativeGesturesHandler.WindowsHelpText": [
    "Hold Ctrl and scroll to zoom the map",
    "Giữ Ctrl và cuộn để phóng bản đồ",
  ],
  "CooperativeGesturesHandler.MacHelpText": ["Hold ⌘ and scroll to zoom the map", "Giữ ⌘ và cuộn để phóng bản đồ"],
  "CooperativeGesturesHandler.MobileHelpText": [
    "Move the map with two fingers",
    "Dùng hai ngón tay để di chuyển bản đồ",
  ],
});
