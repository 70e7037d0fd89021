// Our own few icons, drawn on a 24 grid in the colour of the text around them. They decorate; words beside them do the telling.
import type { ReactNode } from "react";

type IconProps = { readonly size?: number };

function icon(drawing: ReactNode) {
  return function Icon({ size = 20 }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.8}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {drawing}
      </svg>
    );
  };
}

export const SunIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1 1M17.4 17.4l1 1M5.6 18.4l1-1M17.4 6.6l1-1" />
  </>,
);
export const MoonIcon = icon(<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z" />);
export const BikeIcon = icon(
  <>
    <circle cx="6" cy="16.5" r="3" />
    <circle cx="18" cy="16.5" r="3" />
    <path d="M9 16.5h6l2.5-7.5h2.5M5 9h6l2 4" />
  </>,
);
export const VanIcon = icon(
  <>
    <circle cx="7" cy="17" r="2" />
    <circle cx="17" cy="17" r="2" />
    <path d="M5 17H2V7h12l6 5h2v5h-3M9 17h6M14 7v5h6" />
  </>,
);
export const TruckIcon = icon(
  <>
    <circle cx="7" cy="17.5" r="2" />
    <circle cx="18" cy="17.5" r="2" />
    <path d="M5 17.500H2V5h12v12.500H9M14 9h4l4 4v4.500h-2M16 17.500h-2" />
  </>,
);
export const BoxIcon = icon(<path d="M4 8l8-4 8 4v8l-8 4-8-4V8Zm0 0 8 4 8-4M12 12v8" />);
export const PinIcon = icon(
  <>
    <path d="M12 21s7-6.1 7-11.3A7 7 0 0 0 5 9.7C5 14.9 12 21 12 21Z" />
    <circle cx="12" cy="9.7" r="2.5" />
  </>,
);
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.500L19 7.5" />);
export const CrossIcon = icon(<path d="M6 6l12 12M18 6 6 18" />);
export const ArrowIcon = icon(<path d="M5 12h14M13 6l6 6-6 6" />);
export const BookIcon = icon(
  <path d="M5 5.500A2.5 2.5 0 0 1 7.5 3H19v15H7.500A2.5 2.5 0 0 0 5 20.500Zm0 15A2.5 2.5 0 0 0 7.5 21H19v-3" />,
);
export const ShopIcon = icon(
  <path d="M4 9l1.5-5h13L20 9M4 9v11h16V9M4 9a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0A2.7 2.7 0 0 0 20 9M9.5 20v-5.500h5V20" />,
);
export const ConsoleIcon = icon(<path d="M4 5h16v12H4zM9 21h6M12 17v4M8 9l2.5 2L8 13M13 13h3" />);
export const PhoneIcon = icon(
  <path d="M8 3h8a1.5 1.5 0 0 1 1.5 1.500v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.500v-15A1.5 1.5 0 0 1 8 3ZM11 18h2" />,
);
export const StarIcon = icon(
  <path d="m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.900L12 16.900l-5.2 2.8 1-5.900L3.5 9.700l5.9-.8Z" />,
);
export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20.500a7.5 7.5 0 0 1 15 0" />
  </>,
);
export const ListIcon = icon(<path d="M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01" />);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const BellIcon = icon(<path d="M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15L6 16ZM10 20.500h4" />);
export const PeopleIcon = icon(
  <>
    <circle cx="9" cy="8" r="3.5" />
    <path d="M2.5 20a6.5 6.5 0 0 1 13 0M15.5 4.8a3.5 3.5 0 0 1 0 6.4M18 14.500a6.5 6.5 0 0 1 3.5 5.500" />
  </>,
);
export const DownloadIcon = icon(<path d="M12 4v11M7 11l5 5 5-5M5 20h14" />);
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.500" />
  </>,
);
