// A mistake in a page's own code, or code that could not be loaded, ends with a sentence and a way on, not with a white screen.
import { Component, type ReactNode } from "react";
import { partsWords } from "../../words/parts.ts";
import { useWords } from "../language.tsx";
import { Notice } from "../notice.tsx";
import { NotLoaded } from "./keep-trying.ts";

const AGAIN_MS = 5_000;

type Props = {
  readonly children: ReactNode;
  // The frame of the page goes on around it: it is tried again without loading everything anew.
  readonly isInside?: boolean;
};

export class DrawingFault extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };
  private again: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidMount(): void {
    window.addEventListener("online", this.tryAgain);
  }

  // A server that is away comes back; nobody has to sit there and press.
  override componentDidCatch(error: unknown): void {
    if (error instanceof NotLoaded) this.again = setTimeout(this.tryAgain, AGAIN_MS);
  }

  override componentWillUnmount(): void {
    clearTimeout(this.again);
    window.removeEventListener("online", this.tryAgain);
  }

  readonly tryAgain = (): void => {
    clearTimeout(this.again);
    if (this.props.isInside && this.state.failed) this.setState({ failed: false });
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return this.props.isInside ? <FaultInside onRetry={this.tryAgain} /> : <Fault />;
  }
}

function Fault() {
  const words = useWords(partsWords);
  return (
    <Notice
      level={1}
      title={words.faultTitle}
      text={words.faultText}
      action={{ label: words.reload, onClick: () => window.location.reload() }}
    />
  );
}

function FaultInside({ onRetry }: { readonly onRetry: () => void }) {
  const words = useWords(partsWords);
  return (
    <Notice
      level={1}
      title={words.viewFaultTitle}
      text={words.viewFaultText}
      action={{ label: words.tryAgain, onClick: onRetry }}
      other={{ label: words.reload, onClick: () => window.location.reload() }}
    />
  );
}
