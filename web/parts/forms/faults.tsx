// What the server found wrong with a form, shown at the field it names. A field is told by `data-field`; a fault of a part that
// has no field of its own stands at what it is a part of, and one that belongs nowhere is told above the form.
import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { faultWords } from "../../words/faults.ts";
import { Refused } from "../call.ts";
import { ErrorNote } from "../error-note.tsx";
import { useLanguage } from "../language.tsx";

type Fault = { readonly field: string; readonly text: string };

const FaultContext = createContext<Fault | undefined>(undefined);
const TouchContext = createContext<(name: string) => void>(() => undefined);

// For what is mended otherwise than by typing into its field, such as on a map.
export function useTouch(): (name: string) => void {
  return useContext(TouchContext);
}

// For an input of the form: `<TextInput {...useField("name")} />` marks it and shows what is wrong with it.
export function useField(name: string): { readonly "data-field": string; readonly error: string | undefined } {
  return { "data-field": name, error: useFault(name) };
}

export function useFault(name: string): string | undefined {
  const fault = useContext(FaultContext);
  return fault?.field === name ? fault.text : undefined;
}

type Props = { readonly error: unknown; readonly children: ReactNode };

export function Faults({ error, children }: Props) {
  const { language } = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const field = usePlaceOf(error, place);
  // What is being mended is no longer marked; whether it is mended the server says.
  const [touched, setTouched] = useState<unknown>();
  const fault =
    field !== undefined && error instanceof Refused && touched !== error
      ? { field, text: faultWords[language](error.message, error.field ?? "", error.code) }
      : undefined;
  const touch = useCallback((name: string) => name === field && setTouched(error), [error, field]);
  return (
    <FaultContext value={fault}>
      <TouchContext value={touch}>
        <div
          ref={place}
          onInput={({ target }) => {
            if (!(target instanceof HTMLElement)) return;
            // What belongs to no field may be mended in any of them.
            if (field === undefined || target.dataset.field === field) setTouched(error);
          }}
        >
          {error && !fault && touched !== error ? <ErrorNote error={error} /> : null}
          {children}
        </div>
      </TouchContext>
    </FaultContext>
  );
}

// The field of the form that is nearest to the one at fault; it also gets the focus, so that a screen reader says what is wrong.
function usePlaceOf(error: unknown, form: RefObject<HTMLElement | null>): string | undefined {
  const [found, setFound] = useState<string>();
  // Before it is painted: above the form, where faults of no field stand, it would be seen and read out for a moment.
  useLayoutEffect(() => {
    const named = error instanceof Refused ? error.field : undefined;
    const fields = [...(form.current?.querySelectorAll<HTMLElement>("[data-field]") ?? [])];
    const element = ancestorsOf(named).flatMap((name) => fields.find((one) => one.dataset.field === name) ?? [])[0];
    setFound(element?.dataset.field);
    element?.focus();
  }, [error, form]);
  return found;
}

// requests[0].tiers[1].price, requests[0].tiers[1], requests[0].tiers, requests[0], requests
function ancestorsOf(field: string | undefined): readonly string[] {
  const names: string[] = [];
  for (let name = field ?? ""; name !== ""; name = name.replace(/(\.[^.[\]]*|\[[^\]]*\]|^[^.[\]]*)$/, "")) {
    names.push(name);
  }
  return names;
}
