/** Icons of the components come from a file of the dashboard: their own would be fetched from elsewhere. */
import { registerIconLibrary } from '@awesome.me/webawesome/dist/components/icon/library.js'

const sheet = new URL('component-icons.svg', document.baseURI)

registerIconLibrary('system', { resolver: (name) => `${sheet.href}#${name}`, spriteSheet: true })
