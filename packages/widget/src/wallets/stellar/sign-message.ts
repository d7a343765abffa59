import { isConnected, requestAccess, signMessage } from '@stellar/freighter-api'
import type { MessageSigner } from '../family.ts'

const DECLINED = -4

/** Freighter, which signs messages by SEP-53; null if this browser does not have it. */
export async function findFreighterSigner(): Promise<MessageSigner | null> {
  return (await isConnected()).isConnected ? freighter : null
}

const freighter: MessageSigner = {
  id: 'Freighter',
  name: 'Freighter',
  icon: null,
  async connect(account) {
    const { address, error } = await requestAccess()
    if (error) throw Object.assign(new Error(error.message), error)
    return address === account
  },
  async sign(address, text) {
    const { signedMessage, signerAddress, error } = await signMessage(text, { address })
    if (error) throw Object.assign(new Error(error.message), error)
    if (signerAddress !== address || typeof signedMessage !== 'string') throw new Error('Freighter signed nothing')
    return signedMessage
  },
  isRejection: (error) => Object(error).code === DECLINED,
}
