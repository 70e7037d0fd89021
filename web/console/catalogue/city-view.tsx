// One city: its outline, and whether it is served.
import { Switch } from "@mantine/core";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { ErrorNote, Loading } from "../../parts/notice.tsx";
import { consoleCatalogueWords } from "../../words/console-catalogue.ts";
import { useWrite } from "../frame/ask.ts";
import { useCities } from "../frame/city-choice.tsx";
import { Panel, View } from "../frame/view.tsx";
import type { City } from "../frame/wire.ts";
import { ZoneEditor } from "./zone-editor.tsx";

export function CityView({ id }: { readonly id: string }) {
  const { language } = useLanguage();
  const city = useCities().find((one) => one._id === id);
  if (!city) return <Loading />;
  return (
    <View title={language === "vi" ? city.name_vi_vn : city.name}>
      <Found city={city} />
    </View>
  );
}

function Found({ city }: { readonly city: City }) {
  const words = useWords(consoleCatalogueWords);
  const write = useWrite();
  const save = (body: object) => write.mutate({ method: "PUT", path: `/cities/${city._id}`, body });
  return (
    <Panel title={words.outline} note={words.outlineNote}>
      {write.error && <ErrorNote error={write.error} />}
      <Switch
        label={words.enableCity}
        checked={city.enable}
        onChange={(event) => save({ enable: event.currentTarget.checked })}
        mb="md"
      />
      <ZoneEditor
        title={words.outline}
        area={city.outline}
        outline={undefined}
        center={city.center}
        isRemovable={false}
        busy={write.isPending}
        error={undefined}
        onSave={(outline) => save({ outline })}
      />
    </Panel>
  );
}
