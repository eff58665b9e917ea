"""Answers in the manner of each vendor, written for the tests. Prices and shapes are plausible, none is copied from a capture."""

import io
import json
import zipfile
from collections.abc import Mapping

from fab_pipeline_tests.sources.prices import aws_answers, feed_answers, gcp_answers
from fab_pipeline_tests.sources.prices.tables import csv_table

Fields = dict[str, object]


def azure_item(**changes: object) -> Fields:
    """A size with one H100 in West Europe: on demand, Linux."""
    item: Fields = {
        "currencyCode": "USD",
        "tierMinimumUnits": 0.0,
        "retailPrice": 8.2,
        "unitPrice": 8.2,
        "armRegionName": "westeurope",
        "effectiveStartDate": "2026-03-01T00:00:00Z",
        "meterName": "NC40adsH100v5",
        "productName": "Virtual Machines NCadsH100v5 Series",
        "skuName": "Standard_NC40ads_H100_v5",
        "serviceName": "Virtual Machines",
        "unitOfMeasure": "1 Hour",
        "type": "Consumption",
        "isPrimaryMeterRegion": True,
        "armSkuName": "Standard_NC40ads_H100_v5",
    }
    return {**item, **changes}


def azure_page(*items: object, **fields: object) -> Fields:
    return {"BillingCurrency": "USD", "Items": list(items), "NextPageLink": None, "Count": len(items), **fields}


def runpod_type(**changes: object) -> Fields:
    """A card that both clouds have."""
    entry: Fields = {
        "id": "NVIDIA H100 80GB HBM3",
        "displayName": "H100 SXM",
        "memoryInGb": 80,
        "securePrice": 2.9,
        "communityPrice": 2.6,
    }
    return {**entry, **changes}


def runpod_answer(*types: object, **fields: object) -> Fields:
    return {"data": {"gpuTypes": list(types)}, **fields}


def vast_offer(**changes: object) -> Fields:
    """Half of a verified machine in Norway, with two A100 of 80 GB."""
    offer: Fields = {
        "id": 41_001,
        "machine_id": 700,
        "gpu_name": "A100 SXM4",
        "gpu_ram": 81_920,
        "num_gpus": 2,
        "gpu_frac": 0.25,
        "dph_total": 1.8,
        "min_bid": 0.9,
        "geolocation": "Norway, NO",
        "rentable": True,
        "rented": False,
        "verification": "verified",
    }
    return {**offer, **changes}


def oracle_product(**changes: object) -> Fields:
    """A GPU-hour in dollars."""
    product: Fields = {
        "partNumber": "B900001",
        "displayName": "OCI - Compute - GPU - H100",
        "metricName": "GPU Per Hour",
        "serviceCategory": "Compute - GPU",
        "currencyCodeLocalizations": [oracle_price("USD", 9.5)],
    }
    return {**product, **changes}


def oracle_price(currency: str, value: object, **fields: object) -> Fields:
    return {"currencyCode": currency, "prices": [{"model": "PAY_AS_YOU_GO", "value": value, **fields}]}


def gpu_info(name: str, count: int, mebibytes: int) -> str:
    """The device description of SkyPilot's newer files."""
    devices = [{"Name": name, "Count": count, "MemoryInfo": {"SizeInMiB": mebibytes}}]
    return json.dumps({"Gpus": devices, "TotalGpuMemoryInMiB": mebibytes * count})


def skypilot_row(**changes: object) -> Fields:
    """Two H200 at Verda."""
    row: Fields = {
        "InstanceType": "2H200.141S.88V",
        "AcceleratorName": "H200",
        "AcceleratorCount": "2.0",
        "vCPUs": "88",
        "MemoryGiB": "370",
        "Price": "7.5",
        "SpotPrice": "2.5",
        "Region": "FIN-02",
        "GpuInfo": gpu_info("H200", 2, 144_384),
    }
    return {**row, **changes}


def gpuhunt_row(**changes: object) -> Fields:
    """Eight H100 at Nebius."""
    row: Fields = {
        "instance_name": "gpu-h100-sxm 8gpu-128vcpu-1600gb",
        "location": "eu-north1",
        "price": "23.6",
        "cpu": "128",
        "memory": "1600",
        "gpu_count": "8",
        "gpu_name": "H100",
        "gpu_memory": "80.0",
        "spot": "False",
        "disk_size": "",
        "gpu_vendor": "nvidia",
    }
    return {**row, **changes}


def zip_file(files: Mapping[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, compression)
    return target.getvalue()


def tpu_table() -> dict[str, dict[str, Fields]]:
    """Two generations; the newer one with commitments, the older one with a spot price that was never lowered."""
    return {
        "TPU v5e": {
            "us-south9": {
                "Location": "Nowhere",
                "On Demand (USD)": 1.3,
                "1-year Commitment (USD)": 0.9,
                "3-year Commitment (USD)": 0.6,
                "Spot (USD)": 0.5,
            }
        },
        "TPU v3 pod": {"europe-east9": {"Location": "Elsewhere", "On Demand (USD)": 2.1, "Spot (USD)": 2.1}},
    }


def aws_pull(**changes: object) -> Fields:
    row: Fields = {
        "generated_at": "2026-08-01T09:30:00+02:00",
        "region": "eu-north-1",
        "instance_type": "p5.48xlarge",
        "price_per_instance_hour": "56.8",
        "currency": "USD",
        "commit": "0123456789ab",
        "path": "pkg/prices/generated_aws.go",
    }
    return {**row, **changes}


def azure_pull(**changes: object) -> Fields:
    row: Fields = {
        "generated_at": "2026-08-01T09:30:00Z",
        "arm_region": "norwayeast",
        "arm_sku_name": "Standard_ND96isr_H200_v5",
        "price_per_instance_hour": "88",
        "currency": "USD",
        "commit": "ba9876543210",
    }
    return {**row, **changes}


def epoch_row(**changes: object) -> Fields:
    """A rent of one chip, on demand."""
    row: Fields = {
        "Price source": "https://archive.example.org/prices-of-spring",
        "Price date": "2025-04-02",
        "Hardware model": "NVIDIA H100 SXM5 80GB",
        "Manufacturer": "NVIDIA",
        "Vendor": "Lambda Labs",
        "Location": "",
        "Price per chip-hour (on-demand)": "3.1",
        "Price per chip-hour (1-year CUD)": "",
        "Price per chip-hour (3-year CUD)": "",
        "Price (hardware purchase)": "",
        "Notes": "",
        "Cloud GPU description": "",
        "Number of GPUs": "",
    }
    return {**row, **changes}


def every_source() -> dict[str, bytes]:
    """One answer with quotes for each parser, by name of the source."""
    return {
        "azure": json.dumps(azure_page(azure_item(), azure_item(meterName="NC40adsH100v5 Spot", retailPrice=3.0))).encode(),
        "runpod": json.dumps(runpod_answer(runpod_type(), runpod_type(id="NVIDIA L40S", displayName="L40S", memoryInGb=48))).encode(),
        "vast": json.dumps({"offers": [vast_offer(), vast_offer(id=41_002, machine_id=701, dph_total=1.9)]}).encode(),
        "oracle": json.dumps(
            {"items": [oracle_product(), oracle_product(partNumber="B900002", displayName="OCI - Compute - GPU - A10")]}
        ).encode(),
        "skypilot_verda": csv_table(
            [skypilot_row(), skypilot_row(InstanceType="1H200.141S.44V", AcceleratorCount="1.0", GpuInfo=gpu_info("H200", 1, 144_384))]
        ),
        "gpuhunt_nebius": zip_file({"nebius.csv": csv_table([gpuhunt_row(), gpuhunt_row(spot="True", price="9.6")])}),
        "gpuhunt_gcp": json.dumps(tpu_table()).encode(),
        "aws_history": csv_table([aws_pull(), aws_pull(generated_at="2026-09-01T09:30:00+02:00")]),
        "azure_history": csv_table([azure_pull(), azure_pull(generated_at="2026-09-01T09:30:00Z")]),
        "epoch_prices": csv_table([epoch_row(), epoch_row(**{"Price date": "2025-06-02", "Price per chip-hour (1-year CUD)": "2.2"})]),
        "aws": json.dumps(aws_answers.page(aws_answers.page_entry(), aws_answers.page_entry(**{"Instance Type": "m7i.large"}))).encode(),
        "aws_bulk": aws_answers.bulk(aws_answers.bulk_row(), aws_answers.reserved("40"), aws_answers.bulk_row(Tenancy="Host")),
        "gcp": json.dumps({"skus": list(gcp_answers.A3)}).encode(),
        **{source: json.dumps(feed_answers.answer(source, plans)).encode() for source, (_, plans) in feed_answers.PLANS.items()},
    }
