/** What the browser tests' configuration builds into a module that browsers can read. */
export { create } from 'qrcode/lib/core/qrcode.js'
