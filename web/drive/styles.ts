// The styles of the Mantine components that a driver's page uses beside those of the small pages, each after those it is made of: a tenth of all of them.
import "../parts/small-styles.ts";
import "@mantine/core/styles/ScrollArea.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/Modal.css";
import "@mantine/core/styles/PasswordInput.css";
import "@mantine/core/styles/Progress.css";
import "@mantine/core/styles/Radio.css";
import "@mantine/core/styles/RadioIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
