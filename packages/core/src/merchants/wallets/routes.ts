import { defineRoute } from '../../http/route.ts'
import { challengeInput, challengeWallet, proofInput, proveWallet } from './prove.ts'

export const walletRoutes = {
  challenge: defineRoute({
    name: 'challengeWallet',
    method: 'POST',
    path: '/wallets/challenge',
    summary: 'Ask for the text by whose signature a wallet lets you name it',
    description: 'The text is valid for a day. Nothing is stored.',
    refusals: ['unsupported_asset', 'invalid_wallet_address'],
    scope: 'merchant:write',
    body: challengeInput,
    answer: 'WalletChallenge',
    handle: (ctx, caller, { body }) => challengeWallet(ctx, caller, body),
    audit: 'changes nothing',
  }),
  prove: defineRoute({
    name: 'proveWallet',
    method: 'POST',
    path: '/wallets/prove',
    reauthentication: 'always',
    summary: 'Prove that a wallet is yours by its signature of the text',
    description:
      'You become the owner of the wallet, unless its owner has proven it too or the operator has named the ' +
      'owner.',
    refusals: ['unsupported_asset', 'invalid_wallet_address'],
    scope: 'merchant:write',
    body: proofInput,
    answer: 'Wallet',
    handle: (ctx, caller, { body }) => proveWallet(ctx, caller, body),
    audit: { object: 'wallet', after: ({ networks, access }) => ({ networks, access }) },
  }),
}
