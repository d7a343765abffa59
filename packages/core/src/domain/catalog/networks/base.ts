import { daily, etherBounds } from '../feeds.ts'
import { cctp, type EvmFacts, ether, type NetworkEntry, rollupGas, rollupPace } from '../network-facts.ts'

/** Its block time is two seconds. USDT has no issuer there, and DAI only a bridge of Base's own. */
export const base: NetworkEntry<EvmFacts> = {
  title: 'Base',
  colour: '#0052ff',
  exchangeName: 'Base',
  coinType: 8453,
  production: {
    chainId: 8_453,
    ...rollupPace,
    gas: rollupGas,
    explorerTxUrl: 'https://basescan.org/tx/',
    wallet: {
      chainName: 'Base',
      nativeCurrency: ether,
      rpcUrls: ['https://base-rpc.publicnode.com', 'https://base.drpc.org'],
    },
    coins: { USDC: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6 } },
    bridged: { USDbC: { address: '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA', decimals: 6 } },
    feeds: {
      EUR: daily('0xc91D87E81faB8f93699ECf7Ee9B44D11e1D53F0F'),
      GBP: daily('0xCceA6576904C118037695eB71195a5425E69Fa15'),
      CHF: daily('0x3A1d6444fb6a402470098E23DaD0B7E86E14252F'),
      USDC: daily('0x7e860098F58bBFC8648a4311b374B1D669a2bc6B'),
    },
    nativeFeed: { ...daily('0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70'), ...etherBounds },
    cctp: cctp.production,
  },
  sandbox: {
    chainId: 84_532,
    ...rollupPace,
    gas: rollupGas,
    explorerTxUrl: 'https://sepolia.basescan.org/tx/',
    wallet: {
      chainName: 'Base Sepolia',
      nativeCurrency: ether,
      rpcUrls: ['https://base-sepolia-rpc.publicnode.com', 'https://base-sepolia.drpc.org'],
    },
    coins: { USDC: { address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', decimals: 6 } },
    nativeFeed: { ...daily('0x4aDC67696bA383F43DD60A9e78F2C97Fbbfc7cb1'), ...etherBounds },
    cctp: cctp.sandbox,
  },
}
