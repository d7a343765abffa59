/** The encoder alone, without the renderers that the package's main entry brings along. */
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode'
}
