// The styles of the few Mantine components that the small pages (tracking, a driver's) use, in Mantine's own order: a component's sheet stands after
// those it is made of. A page of forms and tables imports "@mantine/core/styles.css".
import "./frame-styles.ts";
import "@mantine/core/styles/VisuallyHidden.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Badge.css";
import "@mantine/core/styles/Alert.css";
import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Card.css";
import "@mantine/core/styles/SimpleGrid.css";
import "@mantine/core/styles/Skeleton.css";
import "@mantine/core/styles/Code.css";
