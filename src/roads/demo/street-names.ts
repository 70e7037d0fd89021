// Street names that sound Vietnamese and exist nowhere: a thing of nature and what no street was ever named after.
import type { Chance } from "../../domain/chance.ts";

const THINGS =
  "Mây Gió Nắng Trăng Sao Sương Mưa Suối Đồi Lá Sen Cúc Mận Đào Bưởi Cam Chanh Dừa Tre Trúc Thông Lúa Bướm Ong Sáo Yến Cò Vạc Nai Thỏ Mèo Rùa Cá Tôm Diều Thuyền".split(
    " ",
  );
const MANNERS =
  "Cười Hát Ngủ Múa Mơ Bay Vàng Xanh Tím Hồng Bạc Biếc Nhỏ Lớn Xa Gần Sớm Khuya Hiền Vui Ngọt Thơm Lười Đùa".split(" ");

// Each name once, then once more with a number behind it.
export function inventNames(chance: Chance): () => string {
  const names = THINGS.flatMap((thing) => MANNERS.map((manner) => `${thing} ${manner}`));
  for (let i = names.length - 1; i > 0; i -= 1) {
    const j = Math.floor(chance() * (i + 1));
    [names[i], names[j]] = [names[j]!, names[i]!];
  }
  let given = 0;
  return () => {
    const round = Math.floor(given / names.length);
    const name = names[given % names.length]!;
    given += 1;
    return round === 0 ? name : `${name} ${round + 1}`;
  };
}
