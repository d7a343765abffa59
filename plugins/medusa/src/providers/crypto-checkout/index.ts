import { ModuleProvider, Modules } from '@medusajs/framework/utils'
import { CryptoCheckoutProvider } from './provider.ts'

/** The entry that Medusa's configuration names. */
export default ModuleProvider(Modules.PAYMENT, { services: [CryptoCheckoutProvider] })
