/** The browser tests' configuration builds this into a module that browsers can load. */
export { create } from 'qrcode/lib/core/qrcode.js'
