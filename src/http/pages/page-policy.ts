// What a page may load and whom it may speak to: this server, and nobody else. Every page answers with these headers.

export function pageHeaders(nonce: string): Readonly<Record<string, string>> {
  // The nonce is for the colour variables that Mantine writes at the start.
  return policyHeaders({ scripts: "'self'", styles: `'self' 'nonce-${nonce}'` });
}

export type Policy = { readonly scripts: string; readonly styles: string };

export function policyHeaders({ scripts, styles }: Policy): Readonly<Record<string, string>> {
  return {
    "content-security-policy": [
      "default-src 'none'",
      `script-src ${scripts}`,
      `style-src ${styles}`,
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join("; "),
    // A tracking link is a secret; it must not travel to wherever its reader goes next.
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "geolocation=(self), camera=(self), microphone=(), payment=(), usb=()",
  };
}
