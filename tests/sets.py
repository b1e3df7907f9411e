"""A set of five tasks, one of each kind, as its maker has written it."""

FIVE = """[Game "yala"]
[Name "Five"]
[Mode "practise"]
[Task "win"]
[Start "/ll/lddd/dlld/l//dldll/ld/d/dldld// l"]

{Look at b.} 1. b+ {That is it.} (1. e- $2 {Too slow}) 2. i- 3. b+

[Chapter "Hold"]
[Task "defend"]
[Start "dldll///dl/dl/ld/ldld//dld/ld//ldld d"]

1. i- {Nothing else.}

[Chapter "Two"]
[Task "all"]
[Start "/d///dldl/dld//dlldl//ldld/ldldl/ld d"]

1. b+ (1. b- {This, too.}) (1. f- $4)

[Chapter "Out"]
[Task "play:1"]
[Start "/ldl/dld//ldld/ld/dldl/dld///ldldl/ d"]

1. h-

[Chapter "Yours"]
[Task "move"]
[Start "ld/dl/dl/ld/ld/ld/ld/dl/dl/dl/dl/ld d"]

1. a+ {Mine.}
"""
