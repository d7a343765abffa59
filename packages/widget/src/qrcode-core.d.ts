/** The encoder alone, without the renderers of the package's main entry. */
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode'
}
