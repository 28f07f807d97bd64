#!/usr/bin/env bash
# workerd with V8's heap limited to HEAP_MIB: Miniflare starts it where MINIFLARE_WORKERD_PATH names this file, and has no
# option for V8's flags. It sends the configuration on standard input.
exec 4<&0
exec "$WORKERD" "$@" < <(node "$(dirname "$0")/limit-heap.mjs" "$HEAP_MIB" <&4)
