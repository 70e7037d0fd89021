// The sandbox at this moment, behind the start page's words: its robots on the streets. They move for those who like motion; others see where they are.
import "../parts/small-styles.ts";
import { Text } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import type { Answer } from "../parts/ask.ts";
import { call } from "../parts/call.ts";
import { useWords } from "../parts/language.tsx";
import type { MapMarker } from "../parts/map-content.ts";
import { MapView } from "../parts/map-view.tsx";
import { welcomeWords } from "../words/welcome.ts";
import styles from "./page.module.css";

type Robots = Answer<"seeRobots">["robots"];

const EVERY_MS = 2_000;
const NO_ROBOTS: Robots = [];
const ZOOM = 12.4;
// Beside the words where they leave room, which a wide window does on the right and a phone below.
const CENTER = { lat: 10.775, lng: 106.69 };

export function SandboxMap() {
  const words = useWords(welcomeWords);
  const robots = useRobots();
  const markers = useMemo(
    () => robots.map((robot, nth): MapMarker => ({ id: `robot ${nth}`, kind: "driver", label: words.live, ...robot })),
    [robots, words],
  );
  return (
    <>
      <div className={styles.map} inert aria-hidden="true">
        <MapView label={words.live} markers={markers} fitKey="" center={CENTER} zoom={ZOOM} height="100%" isPicture />
      </div>
      <Text size="xs" className={styles.live}>
        {words.live}
      </Text>
    </>
  );
}

function useRobots(): Robots {
  const [robots, setRobots] = useState(NO_ROBOTS);
  useEffect(() => {
    const gone = new AbortController();
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      try {
        const answer = await call<Answer<"seeRobots">>("/sandbox/v1/robots", { signal: gone.signal });
        setRobots(answer.robots);
      } catch {
        // A picture that cannot be renewed stays as it was; the next look may find the server again.
      }
    };
    void look();
    const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const timer = isStill ? undefined : setInterval(() => void look(), EVERY_MS);
    return () => {
      gone.abort();
      clearInterval(timer);
    };
  }, []);
  return robots;
}
