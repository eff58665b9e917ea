"""Words of column headings, Chinese and English, by role, as patterns on folded text.

Belongs here: words. Order matters: words that gave one role are taken out of a heading before the next role is tried, so that "GPU hours"
is not also "GPU". Does not belong here: how a heading is read (see `column_roles`).
"""

from typing import Final

ROLE_WORDS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (
        "cost_per_tokens",
        (
            r"(?:每百万|每\s*1?M)\s*token\S*(?:\s*(?:训练)?成本)?",
            r"(?:(?:training )?cost |\$ ?|usd ?)?(?:per |/ ?)(?:1? ?m|million)\b(?: training)?(?: tokens?)?",
        ),
    ),
    (
        "ratio",
        (
            r"(?:重算|租价)[^|]{0,6}(?:倍数|比值|倍率|之比)|倍数|比值|倍率",
            r"\bratio\b|\bmultiple\b|recomputed? ?(?:/|to) ?disclosed",
        ),
    ),
    (
        "recompute",
        (
            r"(?:今日|当日|现时|按)?\s*租(?:价|金)?\s*(?:重算|折算)?(?:成本|费用)?|重算(?:成本|费用|值)?",
            r"(?:costs? )?(?:at )?(?:rent |price )?today(?:'?s? (?:rent\w*|price\w*))?(?: recomput\w*)?",
            r"recomput\w*(?: costs?)?(?: at today'?s? (?:rent\w*|price\w*))?",
            r"rental? (?:cost|equivalent)|cost to rent",
        ),
    ),
    (
        "other",
        (
            r"[^|]*flops?\b[^|]*|[^|]*浮点[^|]*|[^|]*\bpf(?:lops?)?[-/ ]?(?:s[- ])?days?[^|]*|利用率|\bmfu\b",
            r"(?:\$|usd|美元)\s*/\s*(?:卡时|gpu|accelerator|chip)[\w\- ]*|每卡时\S*|per (?:gpu|accelerator|chip)[- ]hour",
            r"^\W*(?:hourly|on-?demand|spot)?\s*(?:price|rate|cost|rent(?:al)?|usd|\$)s?\W*(?:usd|\$|us\$|€|eur)?\W*(?:/|per|an)\s*"
            r"(?:gpu|card|accelerator|chip)?[\s/-]*h(?:ou)?r?\b.*|^\W*hourly\b.*",
            r"^\W*(?:单价|价格|租价|租金|按需价?|时价)[^|]*(?:/|每)\s*(?:卡\s*[·/]?)?\s*(?:小?时|h\b).*",
        ),
    ),
    ("parameters_active", (r"激活(?:参数)?量?", r"\bactiv(?:e|ated)(?: param(?:eter)?s?)?")),
    (
        "size",
        (r"(?:参数|模型)?规模\s*[(与和、/]?\s*(?=参数)|模型规模", r"model size|(?<!data )(?<!dataset )(?<!cluster )\bsize\b|\bscale\b"),
    ),
    (
        "tokens",
        (
            r"(?:训练|预训练)?\s*(?:token|词元)s?(?:数|量)*|训练数据量?|语料量?",
            r"(?:training )?tokens?|training data|data(?:set)? size",
        ),
    ),
    ("parameters", (r"(?:总)?参数(?:总)?(?:量|规模|数)?", r"(?:total )?param(?:eter)?s?(?: count)?")),
    (
        "duration",
        (
            r"工期|(?:训练)?(?:时长|周期|耗时|用时|天数)|训练时间",
            r"duration|wall[- ]?clock(?: time)?|training (?:time|days|window)|time to train|\bdays\b|\bweeks\b|\bmonths\b",
        ),
    ),
    (
        "compute",
        (
            r"(?:GPU|NPU|加速器|芯片|卡|[A-Z]{1,3}\d{2,4})\s*[·-]?(?:小时|天)|卡时|(?:训练)?算力(?:投入|消耗|用量)?(?!硬件|平台|集群|卡|芯片)",
            r"(?:gpu|npu|tpu|chip|accelerator|card|device|\b[a-z]{1,3}\d{2,4}[a-z]?)[- ]?(?:hours?|hrs?|days?)\b|(?:training )?compute\b",
        ),
    ),
    (
        "count",
        (
            r"(?:卡|芯片|加速器|GPU|显卡)\s*(?:数量?|个数|规模)|数量",
            r"(?:number|count|no\.?|#) ?(?:of )?(?:gpus?|cards?|chips?|accelerators?)|(?:gpu|chip|card|accelerator) count",
            r"cluster size|\bgpus\b|\bcards\b|\bchips\b|\bdevices\b|\bcount\b|(?:hardware |chip |gpu )?quantity",
        ),
    ),
    (
        "hardware",
        (
            r"硬件(?:平台|配置|规模)?|加速(?:器|卡)|(?:卡|GPU|芯片)\s*(?:型号?|类型)|芯片|显卡",
            r"hardware|processors?|accelerators?|\bgpu\b(?: type| model)?|\bchip\b(?: type)?",
        ),
    ),
    (
        "open_weights",
        (
            r"开放权重|开源(?:情况|状态|与否)?|权重",
            r"open[- ]?(?:weights?|source)|\bweights\b|availability|access(?:ibility)?|\bopen\b",
        ),
    ),
    ("license", (r"许可证?|授权|协议", r"licen[sc]e")),
    (
        "cost",
        (
            r"(?:披露|公开|公布|训练|美元)*\s*(?:成本|费用|花费|金额|造价)",
            r"(?:disclosed |training |stated |published |reported |usd )*costs?\b|\bspend\b|\bbudget\b|\bprice\b",
        ),
    ),
    (
        "organization",
        (
            r"(?:发布|研发|训练|所属)?(?:机构|厂商|公司|组织|开发(?:者|商|方)|团队|出品方|出品|实验室|(?<=发布)方|(?<=研发)方)",
            r"organi[sz]ation|developer|company|\blabs?\b|vendor|\bprovider\b|\bmaker\b|\borg\b|creator|publisher|trained by",
        ),
    ),
    (
        "released",
        (
            r"发布(?:时间|日期|年月|月份)?|日期|年月|月份|时间",
            r"release(?:d)?(?: date)?|\bdate\b|published|\bmonth\b|\byear\b|announced",
        ),
    ),
    ("model", (r"模型(?:名称|名)?|训练任务|任务|名称", r"\bmodels?\b|\bname\b|\bruns?\b|\bsystem\b|\bllm\b")),
    ("size", (r"规模|大小",)),
    ("note", (r"备注|说明|注释", r"\bnotes?\b|remarks?|comments?")),
    ("link", (r"来源|出处|披露|链接|详情|原文", r"\bsources?\b|\blinks?\b|references?|disclosures?|details|\burl\b")),
    ("rank", (r"^\s*(?:#|no\.?|序号?|排名|名次|编号|rank|id)\s*$",)),
)
