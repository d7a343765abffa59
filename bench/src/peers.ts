/**
 * The loads of a merchant's page with other checkouts before anything is selected, in kB of 1,000 bytes, measured on
 * 2026-11-21. Each is the smallest page of the project's README, bundled with esbuild 0.28.2 (minified, ES modules,
 * splitting, `NODE_ENV=production`, nothing left external). The size covers the entry with its static imports, with
 * gzip -9 and brotli 11 file by file. Fonts, pictures and calls to nodes are not counted. Hosted cashiers were summed
 * as served.
 */
type Peer = { name: string; minified: number; gzip: number; brotli: number }

export const peers: readonly Peer[] = [
  { name: 'BEpusdt, cashier (jQuery)', minified: 216, gzip: 64.0, brotli: 56.9 },
  { name: 'BTCPay Server, checkout in its frame (Vue 2)', minified: 762, gzip: 167.8, brotli: 140.2 },
  { name: 'epusdt, cashier (React)', minified: 1306, gzip: 359.5, brotli: 299.2 },
  { name: '@coinbase/onchainkit 1.1.3, Checkout (deprecated)', minified: 1981, gzip: 531.6, brotli: 427.7 },
  { name: '@reown/appkit 1.8.24 with ethers', minified: 2176, gzip: 607.2, brotli: 496.3 },
  { name: '@x402/paywall 2.12, EVM', minified: 2329, gzip: 658.2, brotli: 460.8 },
  { name: '@daimo/sdk 1.7.0, DaimoModal', minified: 3296, gzip: 952.0, brotli: 799.5 },
  { name: '@depay/widgets 13.0.45', minified: 3609, gzip: 1059.6, brotli: 723.0 },
  { name: '@rozoai/intent-pay 0.1.19', minified: 5078, gzip: 1493.6, brotli: 1188.6 },
]
