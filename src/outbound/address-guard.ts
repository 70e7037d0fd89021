// Stands at the moment of connecting: a name is resolved once, every address it gave is judged, and the connection goes to
// those very addresses. A name that answers differently a moment later is never asked again, and spellings do not matter
// because only what the resolver returned is looked at. Host header, SNI and certificate check keep the name.
import { promises as dns, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { classifyAddress, mayConnect } from "../domain/callbacks/address-class.ts";

type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

export type GuardOptions = {
  // CALLBACK_ALLOW_PRIVATE: receivers on this machine or network may be called. For the sandbox only.
  readonly allowPrivate: boolean;
  readonly connectTimeoutMs: number;
  readonly resolve?: Resolve;
  // Certificates to trust instead of Node's own list.
  readonly ca?: string;
};

// Travels through undici as the reason of a failed connection and comes out of boundedPost as a plain value.
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

// A connector for undici. `buildConnector` asks `lookup` for names only, so addresses written out are judged before it.
export function guardedConnector(options: GuardOptions): buildConnector.connector {
  const { allowPrivate, connectTimeoutMs, ca } = options;
  const resolve = options.resolve ?? (allowPrivate ? resolveAsSystem : resolveOverNetwork);
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    allowH2: false,
    lookup: guardedLookup(resolve, allowPrivate),
    ...(ca === undefined ? {} : { ca }),
  });
  return (target, callback) => {
    if (isIP(target.hostname) !== 0 && !mayConnect(target.hostname, allowPrivate)) {
      callback(refusalOf(target.hostname), null);
      return;
    }
    connect(target, callback);
  };
}

function guardedLookup(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  return (name, options, callback) => {
    resolve(name).then(
      (addresses) => {
        // One forbidden address condemns the name: a public endpoint has no business beside one, and an answer that
        // depended on which address was picked would fail now and then instead of plainly.
        const forbidden = addresses.find(({ address }) => !mayConnect(address, allowPrivate));
        const first = addresses[0];
        if (forbidden) callback(refusalOf(forbidden.address), "");
        else if (!first) callback(Object.assign(new Error("no address"), { code: "ENODATA" }), "");
        else if (options.all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ""),
    );
  };
}

// The class is told, the address is not: a log that partners read shows nothing of the operator's name service.
function refusalOf(address: string): AddressRefused {
  return new AddressRefused(`address not allowed (${classifyAddress(address)})`);
}

// Asks name servers over the network. getaddrinfo would tie up one of Node's four worker threads for as long as a stranger's
// name server cares to stall, and four such names would stop every other endpoint.
const networkResolver = new dns.Resolver({ timeout: 2_000, tries: 2 });

async function resolveOverNetwork(name: string): Promise<readonly LookupAddress[]> {
  const [v4, v6] = await Promise.allSettled([networkResolver.resolve4(name), networkResolver.resolve6(name)]);
  if (v4.status === "rejected" && v6.status === "rejected") throw v4.reason;
  return [
    ...(v4.status === "fulfilled" ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === "fulfilled" ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
}

// Where private receivers are allowed, their names may stand in this machine's hosts file only.
function resolveAsSystem(name: string): Promise<readonly LookupAddress[]> {
  return dns.lookup(name, { all: true });
}
